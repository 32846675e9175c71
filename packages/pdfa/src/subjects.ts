import type { ContentSubjects } from "./content/subjects.ts";
import type { DocumentSubjects } from "./document/subjects.ts";
import type { FileSubjects } from "./file/subjects.ts";
import type { FontSubjects } from "./fonts/subjects.ts";
import type { GraphicsSubjects } from "./graphics/subjects.ts";
import type { StructureSubjects } from "./structure/subjects.ts";
import type { XmpSubjects } from "./xmp/subjects.ts";

/** The subjects of rules, by kind; each walker contributes its own. */
export type Subjects = FileSubjects &
  XmpSubjects &
  DocumentSubjects &
  ContentSubjects &
  FontSubjects &
  GraphicsSubjects &
  StructureSubjects;
