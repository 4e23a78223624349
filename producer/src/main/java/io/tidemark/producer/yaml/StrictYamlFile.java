package io.tidemark.producer.yaml;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Reads YAML files strictly: an unknown key, or a value against its rule, is reported with its line. */
public final class StrictYamlFile {
    private StrictYamlFile() {}

    /**
     * Reads a file.
     *
     * @param read asks the root for its keys
     * @throws InvalidYamlException listing every problem with its line
     */
    public static <T> T read(Path file, Function<YamlSection, T> read) {
        return parse(readText(file), file.toString(), new KnownKeys(), read);
    }

    /**
     * Reads a text, noting every key that is asked for.
     *
     * @param name for messages
     * @throws InvalidYamlException listing every problem with its line
     */
    public static <T> T parse(String text, String name, KnownKeys keys, Function<YamlSection, T> read) {
        YamlProblems problems = new YamlProblems();
        YamlSection root = new YamlSection(YamlReader.read(text, name, problems), "", new ReadContext(problems, keys));
        problems.throwIfAny();
        T value = read.apply(root);
        root.refuseUnknownKeys();
        problems.throwIfAny();
        return value;
    }

    /**
     * The text of a file.
     *
     * @throws InvalidYamlException naming the file and the reason if it cannot be read
     */
    public static String readText(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw refused(file.toString(), unreadableReason(e));
        }
    }

    /** Why a file could not be read, in words. */
    public static String unreadableReason(IOException error) {
        if (error instanceof NoSuchFileException) {
            return "the file does not exist";
        }
        if (error instanceof AccessDeniedException) {
            return "the file may not be read: permission denied";
        }
        return error instanceof CharacterCodingException
                ? "the file is not UTF-8 text; convert it, e.g. with iconv -f latin1 -t utf-8"
                : "the file cannot be read: " + error.getMessage();
    }

    /** What a whole file is refused with. */
    public static InvalidYamlException refused(String name, String reason) {
        return new InvalidYamlException(List.of(new YamlProblem(new SourceLocation(name, 1), "", reason)));
    }
}
