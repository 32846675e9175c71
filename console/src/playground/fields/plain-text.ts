/** Returns a description of the API as plain text: its marks for code are left out. */
export const plainText = (markdown: string): string => markdown.replaceAll("`", "");
