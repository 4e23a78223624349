package io.tidemark.simulator.gpu;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A kind of accelerator. Memory, board power and boost clocks of those listed are from their data sheets, idle figures are
 * typical ones.
 *
 * @param word in configurations: {@code h200}
 * @param modelName as the driver names it
 * @param memoryMebibytes in all
 * @param power of the board
 * @param clocks of its parts
 */
public record GpuSpec(String word, String modelName, int memoryMebibytes, Watts power, Megahertz clocks) {
    /** The default accelerator. */
    public static final GpuSpec H200 =
            new GpuSpec("h200", "NVIDIA H200", 143_771, new Watts(75, 700), new Megahertz(345, 1980, 3201));

    private static final List<GpuSpec> KNOWN = List.of(
            H200,
            new GpuSpec("h100", "NVIDIA H100 80GB HBM3", 81_559, new Watts(70, 700), new Megahertz(345, 1980, 2619)),
            new GpuSpec("l4", "NVIDIA L4", 23_034, new Watts(16, 72), new Megahertz(210, 2040, 6251)),
            new GpuSpec(
                    "rtx5070",
                    "NVIDIA GeForce RTX 5070",
                    12_227,
                    new Watts(12, 250),
                    new Megahertz(210, 2512, 14_001)));

    /** Power of the board, idle and at its limit. */
    public record Watts(double idle, double limit) {}

    /** Clocks: of the multiprocessors idle and busy, of the memory. */
    public record Megahertz(int idle, int busy, int memory) {}

    public static Optional<GpuSpec> of(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return KNOWN.stream().filter(it -> it.word.equals(lower)).findFirst();
    }

    /** All of them, for messages. */
    public static String names() {
        return KNOWN.stream().map(GpuSpec::word).collect(Collectors.joining(", "));
    }
}
