package io.tidemark.simulator.config;

/**
 * What vLLM keeps on the accelerator beside the weights and the KV cache. Its start-up profiles the largest forward pass and
 * the largest sampling pass, which never run at once, so the greater of the two counts; CUDA graphs grow with the largest
 * captured batch, which is twice {@code max-num-seqs} and 512 at most.
 *
 * @param reservedGib what is there whatever the flags, in GiB
 * @param activationBytesPerToken of the forward pass, per {@code max-num-batched-tokens}
 * @param samplerBytesPerSequence of the sampling pass, per {@code max-num-seqs}
 * @param graphBytesPerToken of the CUDA graphs, per token of the largest captured batch
 */
public record NonKvMemory(
        double reservedGib, double activationBytesPerToken, double samplerBytesPerSequence, double graphBytesPerToken) {
    private static final double BYTES_PER_GIB = 1L << 30;
    private static final int LARGEST_CAPTURE = 512;

    // Solved from six KV caches that were published for Llama 3.1 70B on one H200; they scale with the model's shape.
    private static final double ACTIVATION_BYTES_PER_STATE_ELEMENT = 25.44;
    private static final double SAMPLER_BYTES_PER_VOCABULARY_ENTRY = 24.94;
    private static final double GRAPH_BYTES_PER_STATE_ELEMENT_AND_LAYER = 11.39;
    private static final double USUAL_RESERVE_GIB = 0.8;

    public NonKvMemory {
        ConfigChecks.notNegative("memory.reserved-gib", reservedGib);
        ConfigChecks.notNegative("memory.activation-bytes-per-token", activationBytesPerToken);
        ConfigChecks.notNegative("memory.sampler-bytes-per-sequence", samplerBytesPerSequence);
        ConfigChecks.notNegative("memory.graph-bytes-per-token", graphBytesPerToken);
    }

    /** What is to be expected of a model of which nothing was measured. */
    static NonKvMemory of(ModelShape model) {
        return new NonKvMemory(
                USUAL_RESERVE_GIB,
                ACTIVATION_BYTES_PER_STATE_ELEMENT * model.hiddenSize(),
                SAMPLER_BYTES_PER_VOCABULARY_ENTRY * model.vocabulary(),
                GRAPH_BYTES_PER_STATE_ELEMENT_AND_LAYER * model.hiddenSize() * model.layers());
    }

    /** Bytes in use under these flags. */
    double bytes(int maxNumBatchedTokens, int maxNumSeqs) {
        double forward = activationBytesPerToken * maxNumBatchedTokens;
        double sampling = samplerBytesPerSequence * maxNumSeqs;
        double graphs = graphBytesPerToken * Math.min(2L * maxNumSeqs, LARGEST_CAPTURE);
        return reservedGib * BYTES_PER_GIB + Math.max(forward, sampling) + graphs;
    }
}
