package io.tidemark.simulator.engine;

/**
 * KV cache in host memory ({@code --kv-offloading-size}): a block with an identity that the accelerator evicts is kept there,
 * and copied back when a prompt begins with it. Copies are charged to the step that makes them.
 *
 * @param hostBlocks blocks that the pool holds, least recently used ones leave first; 0: no pool
 * @param blockBytes of a block, for what metrics say of copies; 0 where it is not known
 * @param loadSecondsPerBlock to copy a block to the accelerator
 * @param storeSecondsPerBlock to copy a block to the host; 0 where it goes on beside the computing
 */
public record KvOffload(int hostBlocks, long blockBytes, double loadSecondsPerBlock, double storeSecondsPerBlock) {
    private static final KvOffload NONE = new KvOffload(0, 0, 0);
    private static final double BYTES_PER_GIB = 1L << 30;

    public KvOffload {
        if (hostBlocks < 0) {
            throw new IllegalArgumentException("host blocks must be >= 0 but was " + hostBlocks);
        }
        requireNotNegative("block-bytes", (double) blockBytes);
        requireNotNegative("load-seconds-per-block", loadSecondsPerBlock);
        requireNotNegative("store-seconds-per-block", storeSecondsPerBlock);
    }

    /** Of blocks whose bytes are not known. */
    public KvOffload(int hostBlocks, double loadSecondsPerBlock, double storeSecondsPerBlock) {
        this(hostBlocks, 0, loadSecondsPerBlock, storeSecondsPerBlock);
    }

    public static KvOffload none() {
        return NONE;
    }

    /**
     * A pool of {@code hostGib}, blocks of {@code blockBytes} that go to the accelerator at {@code bytesPerSecond}; storing
     * goes on beside the computing.
     */
    public static KvOffload of(double hostGib, long blockBytes, double bytesPerSecond) {
        int blocks = (int) Math.min(Integer.MAX_VALUE, hostGib * BYTES_PER_GIB / blockBytes);
        return new KvOffload(blocks, blockBytes, blockBytes / bytesPerSecond, 0);
    }

    private static void requireNotNegative(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " must be a number >= 0 but was " + value);
        }
    }

    /** What copying a block to the host takes, beside the computing or not: where that is not stated, as long as copying it back. */
    public double copySecondsPerStoredBlock() {
        return storeSecondsPerBlock > 0 ? storeSecondsPerBlock : loadSecondsPerBlock;
    }

    /** Seconds that the copies between two counts take. */
    double seconds(KvOffloadCounts before, KvOffloadCounts after) {
        return loadSecondsPerBlock * (after.loadedBlocks() - before.loadedBlocks())
                + storeSecondsPerBlock * (after.storedBlocks() - before.storedBlocks());
    }
}
