package io.tidemark.simulator.engine;

import java.util.Arrays;

/**
 * The identities of a sequence's full KV blocks, each hash covering its block and all before it, so that equal hashes mean
 * equal prefixes (vLLM's prefix cache). Hashes are never negative. Immutable.
 */
public final class BlockHashes {
    private static final BlockHashes NONE = new BlockHashes(new long[0]);

    private final long[] hashes;

    private BlockHashes(long[] hashes) {
        this.hashes = hashes;
    }

    /** A sequence whose blocks are never shared. */
    public static BlockHashes none() {
        return NONE;
    }

    /** The full blocks of {@code tokenIds}; a last part shorter than a block is left out. */
    public static BlockHashes of(int[] tokenIds, int blockSize) {
        long[] hashes = new long[tokenIds.length / blockSize];
        long chained = 0x5eed;
        for (int block = 0; block < hashes.length; block++) {
            for (int i = block * blockSize; i < (block + 1) * blockSize; i++) {
                chained = mix(chained ^ tokenIds[i]);
            }
            hashes[block] = chained >>> 1;
        }
        return new BlockHashes(hashes);
    }

    /** A chain with the given identities; callers see to it that equal identities mean equal prefixes. */
    public static BlockHashes ofHashes(long... hashes) {
        if (Arrays.stream(hashes).anyMatch(hash -> hash < 0)) {
            throw new IllegalArgumentException("block hashes must be >= 0 but were " + Arrays.toString(hashes));
        }
        return new BlockHashes(hashes.clone());
    }

    public int size() {
        return hashes.length;
    }

    long at(int block) {
        return hashes[block];
    }

    /** The finaliser of SplitMix64: every bit of the input reaches every bit of the output. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
