/* Ways to write the hosts that no page may reach, as the WHATWG URL standard reads them. */

/** Spellings of the loopback interface's addresses. */
export const LOOPBACK_SPELLINGS: readonly string[] = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "127.0.0.1.",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "0177.1",
  "017700000001",
  "127.0.0.2",
  "127.255.255.254",
  "0.0.0.0",
  "0",
  "0x0",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[2002:7f00:1::]",
  "①②⑦.⓪.⓪.①",
  "%31%32%37.0.0.1",
  "127。0。0。1",
];

/** Names of the loopback interface, and names that the resolver of the tests maps to it. */
export const LOOPBACK_NAMES: readonly string[] = [
  "localhost",
  "LOCALHOST.",
  "LocalHost",
  "ｌｏｃａｌｈｏｓｔ",
  "any.localhost",
  "loop.test",
  "LOOP.TEST.",
  "loop6.test",
  "mapped.test",
  "any.test",
  "both.test",
  "127.0.0.1.nip.test",
];

/** Other internal addresses, and those of the metadata services of clouds. */
export const INSIDE_HOSTS: readonly string[] = [
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.100.100.200",
  "169.254.169.254",
  "2852039166",
  "0xa9fea9fe",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "168.63.129.16",
  "224.0.0.1",
  "255.255.255.255",
  "metadata.google.internal",
  "metadata.test",
  "inside.test",
  "kubernetes",
  "printer.local",
];
