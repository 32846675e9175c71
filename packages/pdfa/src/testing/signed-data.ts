/**
 * Makes a PKCS#7 object with that many certificates and signers, which are empty sequences (RFC 5652, 5.1); with
 * indefinite lengths (ITU-T X.690, 8.1.3.6) on request.
 */
export function signedData(options: {
  readonly certificates: number;
  readonly signers: number;
  readonly isIndefinite?: boolean;
}): Uint8Array {
  const { certificates, signers, isIndefinite = false } = options;
  const element = (identifier: number, ...contents: readonly Buffer[]): Buffer => {
    const inner = Buffer.concat(contents);
    return isIndefinite
      ? Buffer.concat([Buffer.from([identifier, 0x80]), inner, Buffer.from([0, 0])])
      : Buffer.concat([Buffer.from([identifier, 0x82, inner.length >> 8, inner.length & 0xff]), inner]);
  };
  const sequences = (count: number): Buffer[] => Array.from({ length: count }, () => element(0x30));
  const version = Buffer.from([2, 1, 1]);
  const data = Buffer.from("06092a864886f70d010701", "hex");
  const type = Buffer.from("06092a864886f70d010702", "hex");
  const optional = certificates === 0 ? [] : [element(0xa0, ...sequences(certificates))];
  const fields = [version, element(0x31), element(0x30, data), ...optional, element(0x31, ...sequences(signers))];
  return element(0x30, type, element(0xa0, element(0x30, ...fields)));
}
