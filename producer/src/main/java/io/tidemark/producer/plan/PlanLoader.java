package io.tidemark.producer.plan;

import io.tidemark.schemas.serde.TrustedEvents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads plan files. Nothing is sent before a plan has passed here. */
public final class PlanLoader {
    private PlanLoader() {}

    /**
     * Reads and checks a plan; paths in it are relative to it.
     *
     * @throws InvalidPlanException listing every problem with its line
     */
    public static Plan load(Path file) {
        String name = file.toString();
        try {
            return parse(Files.readString(file), name, file.toAbsolutePath().resolveSibling(""));
        } catch (NoSuchFileException e) {
            Problems problems = new Problems(name);
            problems.add(1, "", "the file does not exist");
            problems.throwIfAny();
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the plan " + name, e);
        }
    }

    /**
     * Reads and checks a plan's text.
     *
     * @param directory what paths in it are relative to
     */
    public static Plan parse(String text, String name, Path directory) {
        // Objectives are events, and no registry has been asked for yet.
        TrustedEvents.trust();
        Problems problems = new Problems(name);
        YamlNode.Mapping root = YamlTree.read(text, problems);
        problems.throwIfAny();
        return new PlanReader(root, problems, directory).read();
    }
}
