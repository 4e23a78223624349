package io.tidemark.bench.accuracy;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that takes the flags of {@code vllm bench serve}.
 *
 * @param name in tables
 * @param command what comes before {@code bench serve}
 */
record BenchClient(String name, String command) {
    private static final int PROMPT_TOKENS = 64;

    /** The whole command line for so many streams at once, with default options but for the load, the server and the result. */
    List<String> words(URI server, AccuracyLoad load, Path folder, String fileName) {
        List<String> words = new ArrayList<>(List.of(command, "bench", "serve"));
        words.addAll(
                List.of("--base-url", server.toString(), "--model", load.pace().model()));
        words.addAll(List.of("--dataset-name", "random"));
        words.addAll(List.of("--random-input-len", String.valueOf(PROMPT_TOKENS)));
        words.addAll(List.of("--random-output-len", String.valueOf(load.tokens())));
        words.addAll(List.of("--num-prompts", String.valueOf(load.streams())));
        words.addAll(List.of("--save-result", "--save-detailed"));
        words.addAll(List.of("--result-dir", folder.toString()));
        words.addAll(List.of("--result-filename", fileName));
        return words;
    }
}
