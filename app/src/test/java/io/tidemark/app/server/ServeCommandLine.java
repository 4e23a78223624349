package io.tidemark.app.server;

import io.tidemark.app.Tidemark;
import io.tidemark.fixtures.process.QuickStart;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The command line of {@code tidemark simulate serve} with the classes of the tests. */
public final class ServeCommandLine {
    private ServeCommandLine() {}

    /** @param arguments of {@code serve} */
    public static List<String> words(List<String> arguments) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(QuickStart.OPTIONS);
        words.addAll(List.of(
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Tidemark.class.getName(),
                "simulate",
                "serve"));
        words.addAll(arguments);
        return words;
    }

    /** As the command of a plan. */
    public static String yaml(List<String> arguments) {
        return words(arguments).stream().map(word -> "\"" + word + "\"").collect(Collectors.joining(", ", "[", "]"));
    }
}
