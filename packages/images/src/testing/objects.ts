import { CosString, type CosValue, Dict, Name } from "@quire/cos";

export const dict = (entries: Record<string, CosValue>): Dict => new Dict(Object.entries(entries));
export const name = (value: string): Name => new Name(value);
export const text = (value: string): CosString => new CosString(Buffer.from(value, "latin1"));
