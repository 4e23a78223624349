package io.tidemark.app.cli.vllm;

/** Whose definitions the block and the file follow. */
public final class BenchDefinitions {
    /** Printed with every result. */
    public static final String SOURCE = "vllm bench serve of vLLM 009e6d4a (2026-09)";

    private BenchDefinitions() {}
}
