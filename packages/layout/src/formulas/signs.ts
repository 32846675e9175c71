/* Characters of formulas: the command that KaTeX has for each, and what it is between its neighbours. */

/** `large` signs are operators that grow and take limits. */
export type Role = "ordinary" | "large" | "binary" | "relation" | "open" | "close" | "punctuation";

export interface Sign {
  readonly latex: string;
  readonly role: Role;
}

const GREEK =
  "α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa ϰ varkappa " +
  "λ lambda μ mu µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi " +
  "ψ psi ω omega Γ Gamma Δ Delta ∆ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega Ω Omega ϝ digamma";

const ORDINARY =
  "∂ partial ∇ nabla ∞ infty ℓ ell ℏ hbar ħ hbar ℘ wp ℜ Re ℑ Im ∅ emptyset ⌀ varnothing ∀ forall ∃ exists ∄ nexists ¬ neg " +
  "⊤ top ⊥ bot ∠ angle △ triangle ▽ triangledown □ square ■ blacksquare ◇ Diamond ♠ spadesuit ♥ heartsuit ♦ diamondsuit " +
  "♣ clubsuit ♯ sharp ♭ flat ♮ natural … ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime ‵ backprime ı imath ȷ jmath ℵ aleph ℶ beth " +
  "ℷ gimel ∁ complement √ surd § S ¶ P † dagger ‡ ddagger ð eth ★ bigstar ✓ checkmark ∡ measuredangle ∢ sphericalangle ⅁ Game";

const LARGE =
  "∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes " +
  "⨀ bigodot ⨄ biguplus ⨆ bigsqcup";

const BINARY =
  "± pm ∓ mp × times ÷ div ∗ ast ⋆ star ∘ circ • bullet · cdot ⋅ cdot ∩ cap ∪ cup ⊎ uplus ⊓ sqcap ⊔ sqcup ∨ vee ∧ wedge " +
  "∖ setminus ≀ wr ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot ⋄ diamond ▷ triangleright ◁ triangleleft ⊲ lhd ⊳ rhd ∔ dotplus " +
  "⋉ ltimes ⋊ rtimes ⊠ boxtimes ⊞ boxplus ⊡ boxdot ⨿ amalg ⊺ intercal ⋓ Cup ⋒ Cap";

const RELATIONS =
  "≤ leq ≥ geq ⩽ leqslant ⩾ geqslant ≠ neq ≡ equiv ∼ sim ≃ simeq ≈ approx ≅ cong ∝ propto ≺ prec ≻ succ ≼ preceq " +
  "≽ succeq ⪯ preceq ⪰ succeq ≪ ll ≫ gg ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ⊋ supsetneq ⊏ sqsubset ⊐ sqsupset ⊑ sqsubseteq " +
  "⊒ sqsupseteq ∈ in ∋ ni ∉ notin ⊢ vdash ⊣ dashv ⊨ models ⊩ Vdash ∣ mid ∤ nmid ∥ parallel ∦ nparallel ≍ asymp ≐ doteq ⋈ bowtie ⌣ smile " +
  "⌢ frown ≜ triangleq ≔ coloneqq ≲ lesssim ≳ gtrsim ≦ leqq ≧ geqq ≶ lessgtr ≷ gtrless ≮ nless ≯ ngtr ≰ nleq ≱ ngeq ≁ nsim ≇ ncong ⊈ nsubseteq " +
  "⊉ nsupseteq ⊄ not\\subset ≢ not\\equiv ⊅ not\\supset ≄ not\\simeq ≉ not\\approx ∌ not\\ni ∴ therefore ∵ because ≗ circeq ≖ eqcirc ⊴ trianglelefteq ⊵ trianglerighteq ≽ succcurlyeq ≼ preccurlyeq " +
  "← leftarrow → rightarrow ↔ leftrightarrow ⇐ Leftarrow ⇒ Rightarrow ⇔ Leftrightarrow ↑ uparrow ↓ downarrow ↕ updownarrow " +
  "⇑ Uparrow ⇓ Downarrow ↦ mapsto ↪ hookrightarrow ↩ hookleftarrow ⟶ longrightarrow ⟵ longleftarrow ⟷ longleftrightarrow " +
  "⟹ Longrightarrow ⟸ Longleftarrow ⟺ Longleftrightarrow ⟼ longmapsto ↗ nearrow ↘ searrow ↙ swarrow ↖ nwarrow ⇀ rightharpoonup " +
  "⇁ rightharpoondown ↼ leftharpoonup ↽ leftharpoondown ⇌ rightleftharpoons ⇝ rightsquigarrow ↠ twoheadrightarrow ↛ nrightarrow ⇏ nRightarrow " +
  "⊸ multimap ↣ rightarrowtail ↾ upharpoonright ⇄ rightleftarrows ⇉ rightrightarrows ↺ circlearrowleft ↻ circlearrowright";

const OPEN = "⟨ langle 〈 langle ⌊ lfloor ⌈ lceil ⟦ llbracket ⌜ ulcorner";
const CLOSE = "⟩ rangle 〉 rangle ⌋ rfloor ⌉ rceil ⟧ rrbracket ⌝ urcorner";

const SIGNS = new Map<string, Sign>([
  ...[GREEK, ORDINARY].flatMap((list) => commands(list, "ordinary")),
  ...commands(LARGE, "large"),
  ...commands(BINARY, "binary"),
  ...commands(RELATIONS, "relation"),
  ...commands(OPEN, "open"),
  ...commands(CLOSE, "close"),
  ...plain("+ − - * ∕", "binary", { "−": "-", "∕": "/", "*": "*" }),
  ...plain("= < > : ∶", "relation", { "∶": ":" }),
  ...plain("( [ {", "open", { "{": String.raw`\{` }),
  ...plain(") ] }", "close", { "}": String.raw`\}` }),
  ...plain(", ;", "punctuation"),
  ...plain("/ ! ? | ‖ . ∥ % & # $ _ \\ ’ ' ~ @ \" ` °", "ordinary", {
    "‖": String.raw`\Vert`,
    "∥": String.raw`\Vert`,
    "%": String.raw`\%`,
    "&": String.raw`\&`,
    "#": String.raw`\#`,
    $: String.raw`\$`,
    _: String.raw`\_`,
    "\\": String.raw`\backslash`,
    "’": "'",
    "~": String.raw`\sim`,
    '"': String.raw`\text{"}`,
    "`": "\\text{`}",
    "°": String.raw`{}^{\circ}`,
  }),
]);

function commands(list: string, role: Role): [string, Sign][] {
  const parts = list.split(" ");
  return parts.flatMap((character, at): [string, Sign][] =>
    at % 2 === 0 ? [[character, { latex: `\\${parts[at + 1]}`, role }]] : [],
  );
}

function plain(list: string, role: Role, latex: Readonly<Record<string, string>> = {}): [string, Sign][] {
  return list.split(" ").map((character) => [character, { latex: latex[character] ?? character, role }]);
}

/** Signs that stand between two operands, as they are written. */
const BETWEEN = new Set(
  [...SIGNS.values()].filter(({ role }) => role === "relation" || role === "binary").map(({ latex }) => latex),
);
const OPENING = new Set([...SIGNS.values()].filter(({ role }) => role === "open").map(({ latex }) => latex));

/** Returns whether LaTeX is that of a sign which has spaces around it. */
export const isBetween = (latex: string): boolean => BETWEEN.has(latex);
export const isOpening = (latex: string): boolean => OPENING.has(latex);

/** Returns what is known of a character of formulas; undefined for letters, digits and unknown ones. */
export const signOf = (text: string): Sign | undefined => SIGNS.get(text);

/** Accents that stand over a letter as characters of their own, and their commands: the narrow one and the wide. */
const ACCENTS = new Map<string, readonly [string, string]>([
  ["ˆ", ["hat", "widehat"]],
  ["^", ["hat", "widehat"]],
  ["\u0302", ["hat", "widehat"]],
  ["˜", ["tilde", "widetilde"]],
  ["~", ["tilde", "widetilde"]],
  ["\u0303", ["tilde", "widetilde"]],
  ["∼", ["tilde", "widetilde"]],
  ["¯", ["bar", "overline"]],
  ["ˉ", ["bar", "overline"]],
  ["\u0304", ["bar", "overline"]],
  ["˙", ["dot", "dot"]],
  ["\u0307", ["dot", "dot"]],
  ["¨", ["ddot", "ddot"]],
  ["\u0308", ["ddot", "ddot"]],
  ["ˇ", ["check", "widecheck"]],
  ["\u030C", ["check", "widecheck"]],
  ["˘", ["breve", "breve"]],
  ["\u0306", ["breve", "breve"]],
  ["´", ["acute", "acute"]],
  ["\u0301", ["acute", "acute"]],
  ["`", ["grave", "grave"]],
  ["\u0300", ["grave", "grave"]],
  ["˚", ["mathring", "mathring"]],
  ["\u20D7", ["vec", "overrightarrow"]],
  ["→", ["vec", "overrightarrow"]],
]);

/** Returns the command of an accent over one letter, or over several; undefined for what is no accent. */
export const accentOf = (text: string, isWide: boolean): string | undefined => ACCENTS.get(text)?.[isWide ? 1 : 0];

/** Names of functions that have a command in KaTeX. */
const FUNCTIONS = new Set(
  (
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim limsup liminf ln log max min Pr sec sin sinh sup " +
    "tan tanh arctg tg ctg"
  ).split(" "),
);
export const isFunctionName = (word: string): boolean => FUNCTIONS.has(word);

const LIMITED = new Set("det gcd inf lim limsup liminf max min Pr sup".split(" "));
export const takesLimits = (word: string): boolean => LIMITED.has(word);
