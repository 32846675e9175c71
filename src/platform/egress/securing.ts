import { isIP, type Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { OutboundFailure } from "./outbound-failure.ts";

/**
 * Secures a connection to an address that was judged with TLS. The certificate is checked for the name, not for the
 * address.
 * @param trusted certificates to trust in place of the usual ones, in PEM
 * @throws OutboundFailure `certificate`, `tls`
 */
export function secure(plain: Socket, host: string, trusted: string | undefined): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = tlsConnect({
    socket: plain,
    host,
    // An address is not a server name (RFC 6066, 3).
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ["http/1.1"],
    ...(trusted !== undefined && { ca: trusted }),
  });
  socket.once("secureConnect", () => resolve(socket));
  socket.once("close", () => reject(OutboundFailure.failed("tls", host)));
  socket.on("error", (cause: NodeJS.ErrnoException) => {
    plain.destroy();
    reject(OutboundFailure.failed(isCertificateError(cause) ? "certificate" : "tls", host, { cause }));
  });
  return promise;
}

/** Returns whether a TLS error is about the certificate: X509_V_ERR_* of OpenSSL, or Node's own check of names. */
const isCertificateError = ({ code = "" }: NodeJS.ErrnoException): boolean =>
  /CERT|ISSUER|SIGNATURE|CRL|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH/.test(code);
