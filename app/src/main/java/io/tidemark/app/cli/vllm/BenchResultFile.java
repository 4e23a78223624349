package io.tidemark.app.cli.vllm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.reports.failure.UnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes the result's object where the flags say: a file of its own, or one line more in a file of several. */
final class BenchResultFile {
    private BenchResultFile() {}

    /**
     * Writes; what is there under that name is replaced unless it is to be appended to.
     *
     * @param usualName vLLM's pattern
     * @throws UnavailableException if the file cannot be written
     */
    static Path write(ObjectNode json, BenchOutput.Saving saving, String usualName) {
        String name = saving.fileName().orElse(usualName);
        Path file = saving.folder().map(folder -> folder.resolve(name)).orElse(Path.of(name));
        try {
            if (file.toAbsolutePath().getParent() != null) {
                Files.createDirectories(file.toAbsolutePath().getParent());
            }
            return saving.append() ? append(json, file) : Files.writeString(file, json.toString());
        } catch (IOException e) {
            throw new UnavailableException("the result could not be written to " + file + ": " + e, e);
        }
    }

    private static Path append(ObjectNode json, Path file) throws IOException {
        boolean holdsSome = Files.exists(file) && Files.size(file) > 0;
        return Files.writeString(
                file, (holdsSome ? "\n" : "") + json, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
