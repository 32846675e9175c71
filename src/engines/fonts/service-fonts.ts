import { accessSync, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fontFilesIn, InstalledFonts } from "@quire/typeset/fonts";

/*
 * The fonts that the service works with: those of the Debian packages that it installs, and those in the folder of the
 * setting QUIRE_FONTS_DIR. Everything that chooses a font is given these files and no others: PDFium (pdfium/), the
 * watermark (typeset), and the browser by way of fontconfig (chromium/). What other packages bring to the same machine,
 * even to the same directories, changes no result.
 */

/** The Debian packages of scripts/debian-packages whose fonts are the service's. */
export const FONT_PACKAGES: readonly string[] = [
  "fonts-noto-core",
  "fonts-noto-mono",
  "fonts-noto-cjk",
  "fonts-noto-color-emoji",
];

/** Returns the files in which dpkg lists the contents of those font packages that are installed. */
const packageLists = (): readonly string[] =>
  FONT_PACKAGES.map((name) => `/var/lib/dpkg/info/${name}.list`).filter((path) => existsSync(path));

/** Names what an engine process outside of /usr has to see, so that it comes to the same fonts. */
export function fontPaths(folder: string | undefined): readonly string[] {
  return [...packageLists(), ...(folder === undefined ? [] : [folder])];
}

/**
 * Lists the files of the service's fonts: those of the packages, then those under `folder`, each in the order of their
 * paths. A package that is not installed has none. On a system without dpkg the packages are counterparts of Debian's:
 * the files of the system's directories that are named as Noto's are. On macOS they are all that the system brings.
 */
export function serviceFontFiles(folder: string | undefined): readonly string[] {
  const files = [...packagedFiles(), ...(folder === undefined ? [] : fontFilesIn([folder]))];
  return [...new Set(files)];
}

/** Returns the files of `serviceFontFiles` as fonts; a file is read only when it may be needed. */
export function serviceFonts(folder: string | undefined): InstalledFonts {
  return InstalledFonts.of(serviceFontFiles(folder));
}

/** The directories with the fonts of each operating system. */
const SYSTEM_DIRECTORIES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["/System/Library/Fonts", "/Library/Fonts"],
  linux: ["/usr/share/fonts"],
};

function packagedFiles(): readonly string[] {
  const lists = packageLists();
  if (lists.length > 0) {
    return lists.flatMap((path) => readFileSync(path, "utf8").split("\n").filter(isFontFile)).toSorted();
  }
  const files = fontFilesIn(SYSTEM_DIRECTORIES[process.platform] ?? []);
  return process.platform === "darwin" ? files : files.filter((path) => basename(path).startsWith("Noto"));
}

const isFontFile = (path: string): boolean => /\.(ttf|otf|ttc|otc)$/i.test(path) && existsSync(path);

/**
 * Says why the fonts of a folder cannot be used, as the end of a sentence that begins with its path, and what to do
 * about it; undefined when they can be. Engine processes and the browser may be users that the service's own user is
 * not, so everyone has to be able to read the folder.
 */
export function fontFolderFault(folder: string): string | undefined {
  const information = statSync(folder, { throwIfNoEntry: false });
  if (information === undefined) {
    return "does not exist: make it and put fonts in it, or leave the setting out.";
  }
  if (!information.isDirectory()) {
    return "is no folder: name the folder that the fonts are in.";
  }
  const files = fontFilesIn([folder]);
  const listed = new Set([folder, ...files.map((path) => dirname(path))]);
  const closed = [
    ...foldersAbove(realpathSync(folder)).filter((path) => !isOpen(path, ENTER)),
    ...[...listed].filter((path) => !isOpen(path, ENTER | READ)),
    ...files.filter((path) => !isOpen(path, READ)),
  ];
  return closed[0] === undefined
    ? undefined
    : `cannot be read by engine processes, because of ${closed[0]}: chmod -R a+rX makes it readable for all users.`;
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [] : [...foldersAbove(above), above];
}

const READ = 0o4;
const ENTER = 0o1;

/** Returns whether engine processes may access a file or folder: they are other users where the service is root. */
function isOpen(path: string, access: number): boolean {
  if (process.geteuid?.() === 0) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    return (mode & access) === access;
  }
  try {
    accessSync(path, access);
    return true;
  } catch {
    return false;
  }
}
