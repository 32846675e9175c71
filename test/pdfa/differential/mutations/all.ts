import { CONTENT_MUTATIONS } from "./content.ts";
import { DICTIONARY_MUTATIONS } from "./dictionaries.ts";
import { ENTRY_MUTATIONS } from "./entries.ts";
import { FONT_MUTATIONS } from "./fonts.ts";
import type { Mutation } from "./mutation.ts";
import { PACKET_MUTATIONS } from "./packets.ts";
import { PROFILE_MUTATIONS } from "./profiles.ts";
import { STREAM_MUTATIONS } from "./streams.ts";

/** All kinds of mutations, which a run takes in turn. */
export const MUTATIONS: readonly Mutation[] = [
  ...DICTIONARY_MUTATIONS,
  ...ENTRY_MUTATIONS,
  ...FONT_MUTATIONS,
  ...PROFILE_MUTATIONS,
  ...PACKET_MUTATIONS,
  ...STREAM_MUTATIONS,
  ...CONTENT_MUTATIONS,
];
