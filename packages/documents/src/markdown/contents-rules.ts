/**
 * The rules of the table of contents for any look. A page number has its room before it is known. An entry stays with the
 * first of those below it; what other lists keep together, such as their last item with the one before it, would move
 * whole parts of a contents to the next page. The dots are drawn from the right, so that they stand below each other.
 */
export const CONTENTS_RULES =
  '.toc-page::after{content:"000"}' +
  ".toc .toc-list .toc-entry,.toc .toc-entry>.toc-list{break-before:auto;break-after:auto}" +
  ".toc .toc-entry>a:has(+.toc-list){break-after:avoid}" +
  ".toc-leader{height:1.5pt;overflow:visible}" +
  ".toc-leader line{stroke:currentColor;stroke-width:1pt;stroke-linecap:round;stroke-dasharray:0 3.6pt}" +
  "[dir=rtl] .toc-leader{transform:scaleX(-1)}";
