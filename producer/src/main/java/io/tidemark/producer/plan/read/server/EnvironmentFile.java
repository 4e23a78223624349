package io.tidemark.producer.plan.read.server;

import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.plan.server.EnvironmentEntry;
import io.tidemark.producer.plan.server.EnvironmentValue;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of lines {@code NAME=VALUE}, as a shell and {@code docker --env-file} read them: blank lines and lines that begin with {@code #}
 * are skipped, {@code export} before a name is allowed, quotes around a value are taken away, and nothing is expanded.
 */
public final class EnvironmentFile {
    private static final Pattern LINE = Pattern.compile("(?:export\\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)");

    private final String name;
    private final Path file;

    /** @param name that a plan gives it, for messages */
    EnvironmentFile(String name, Path file) {
        this.name = name;
        this.file = file;
    }

    /**
     * The value of a variable in a file, such as that of a secret, which a plan does not hold; empty if it is there no more.
     *
     * @throws InvalidValueException as when a plan is read
     */
    public static Optional<String> value(Path file, String variable) {
        return new EnvironmentFile(file.toString(), file)
                .assignments().stream()
                        .filter(line -> line.variable().equals(variable))
                        .map(Assignment::value)
                        .reduce((before, later) -> later);
    }

    /** @throws InvalidValueException naming the line that is no assignment */
    List<EnvironmentEntry> read() {
        return assignments().stream()
                .map(line -> new EnvironmentEntry(line.variable(), value(line), name + ":" + line.number()))
                .toList();
    }

    private EnvironmentValue value(Assignment line) {
        return SecretNames.isVariable(line.variable())
                ? new EnvironmentValue.SecretLine(file)
                : new EnvironmentValue.Text(line.value());
    }

    private List<Assignment> assignments() {
        List<Assignment> found = new ArrayList<>();
        List<String> lines = lines();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher match = LINE.matcher(line);
            if (!match.matches()) {
                // The line itself may be a secret.
                throw new InvalidValueException("must name files of lines NAME=VALUE (line " + (i + 1) + " is none)");
            }
            found.add(new Assignment(match.group(1), unquoted(match.group(2).strip()), i + 1));
        }
        return found;
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new InvalidValueException("must name text files that can be read (looked at " + file + ")");
        }
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1
                && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(value.length() - 1) == value.charAt(0);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private record Assignment(String variable, String value, int number) {}
}
