/**
 * The codes of errors of TLS: those of Node and of OpenSSL, and the results of checking a certificate
 * (https://nodejs.org/docs/latest-v24.x/api/tls.html#x509-certificate-error-codes).
 */
const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|UNABLE_TO_|CERT_|CRL_|SELF_SIGNED_|DEPTH_ZERO_|ERROR_IN_|INVALID_|PATH_LENGTH_|HOSTNAME_)/;

/** Returns whether an error is trouble with TLS. */
export const isTlsTrouble = (error: Error): boolean =>
  "code" in error && typeof error.code === "string" && TLS_CODE.test(error.code);

/** Returns a sentence, after a space, that says what to do about an error of TLS; empty for other errors. */
export function tlsAdvice(error: unknown): string {
  if (!(error instanceof Error)) {
    return "";
  }
  if (/does not support SSL/.test(error.message)) {
    return " Set the server's ssl to on, or sslmode=disable in QUIRE_DATABASE_URL for a way that nobody else is on.";
  }
  if (!isTlsTrouble(error)) {
    return "";
  }
  return "code" in error && error.code === "ERR_TLS_CERT_ALTNAME_INVALID"
    ? " QUIRE_DATABASE_URL has to name the server as its certificate does."
    : " The parameter sslrootcert of QUIRE_DATABASE_URL names the file with the certificate of the authority that the server's is from.";
}
