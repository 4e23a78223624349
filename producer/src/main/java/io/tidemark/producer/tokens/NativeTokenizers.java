package io.tidemark.producer.tokens;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Loads Hugging Face's native code from DJL's jar without a network and without a trace: it is unpacked into a temporary folder of its own,
 * and only for as long as the loading takes. By itself DJL would download a build for CUDA where it finds CUDA, ask EC2's metadata service
 * who its host is once a day, and keep its files in the home directory.
 */
final class NativeTokenizers {
    private NativeTokenizers() {}

    /** Synchronized because the settings are those of the whole process while it runs; they are as before afterwards. */
    static synchronized HuggingFaceTokenizer read(Path file, Map<String, String> options) throws IOException {
        Path folder = Files.createTempDirectory(folderPrefix());
        Map<String, String> settings = Map.of(
                "ai.djl.offline", "true",
                "DJL_CACHE_DIR", folder.toString(),
                "jna.tmpdir", folder.toString());
        Map<String, Optional<String>> before = new HashMap<>();
        settings.forEach((key, value) -> before.put(key, Optional.ofNullable(System.setProperty(key, value))));
        try {
            return HuggingFaceTokenizer.newInstance(file, options);
        } finally {
            before.forEach(NativeTokenizers::restore);
            delete(folder);
        }
    }

    /** Of the temporary folder's name; with the process, so that a folder that was left behind is known to be unused. */
    static String folderPrefix() {
        return "tidemark-tokenizer-" + ProcessHandle.current().pid() + "-";
    }

    private static void restore(String key, Optional<String> value) {
        value.ifPresentOrElse(it -> System.setProperty(key, it), () -> System.clearProperty(key));
    }

    /** Loaded libraries stay usable, but on Windows, where they cannot be deleted before the process ends. */
    private static void delete(Path folder) throws IOException {
        List<File> deepestFirst;
        try (Stream<Path> paths = Files.walk(folder)) {
            deepestFirst =
                    paths.sorted(Comparator.reverseOrder()).map(Path::toFile).toList();
        }
        deepestFirst.stream().filter(it -> !it.delete()).sorted().forEach(File::deleteOnExit);
    }
}
