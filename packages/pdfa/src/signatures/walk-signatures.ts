import { asDict, Dict, resolve } from "@quire/cos";
import type { Place } from "../place.ts";
import type { Emit, Validation, ValidationPart } from "../validation.ts";

/**
 * Emits the signatures of signature fields, and the signature references of these and of the permissions dictionary.
 */
export function signaturePart({ document }: Validation): ValidationPart {
  const signatures = new Map<Dict, Place>();
  return {
    subscribes: {
      field({ dict, type }, place) {
        const signature = type === "Sig" ? dict.get("V") : null;
        if (signature instanceof Dict && !signatures.has(signature)) {
          signatures.set(signature, { ...place, at: "V" });
        }
      },
    },
    end(emit) {
      const referring = new Map(signatures);
      for (const [signature, place] of signatures) {
        emit("signature", signature, place);
      }
      const permissions = document.catalog.dict("Perms");
      for (const key of permissions?.keys() ?? []) {
        const signature = permissions?.dict(key);
        if (signature !== undefined && !referring.has(signature)) {
          referring.set(signature, { at: `Perms/${key}` });
        }
      }
      for (const [signature, place] of referring) {
        emitReferences(signature, place, emit);
      }
    },
  };
}

function emitReferences(signature: Dict, place: Place, emit: Emit): void {
  for (const element of signature.array("Reference") ?? []) {
    const reference = asDict(resolve(element));
    if (reference !== undefined) {
      emit("signature-reference", reference, { ...place, at: `${place.at}/Reference` });
    }
  }
}
