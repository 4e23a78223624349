package io.tidemark.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An installation of some build of Tidemark, as its tarball is unpacked.
 *
 * @param name of it in what is told
 * @param launcher its bin/tidemark
 */
record TidemarkBuild(String name, Path launcher) {
    private static final Map<String, String> SMALL =
            Map.of("TIDEMARK_JAVA_OPTS", "-Xmx320m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");

    /** The one whose folder a system property names; empty where it names none. */
    static Optional<TidemarkBuild> given(String name, String property) {
        String folder = System.getProperty(property, "");
        return folder.isEmpty()
                ? Optional.empty()
                : Optional.of(new TidemarkBuild(name, Path.of(folder, "bin", "tidemark")));
    }

    /** How a command ended, and what it printed. */
    record Ended(int status, String printed) {}

    /** Runs a command to its end. */
    Ended run(Path home, String... arguments) throws IOException, InterruptedException {
        Process process = builder(home, List.of(arguments)).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), printed);
    }

    /** Starts a process; what it prints is appended to a file. */
    Process start(Path home, Path log, List<String> arguments) throws IOException {
        Files.createDirectories(home);
        return builder(home, arguments)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private ProcessBuilder builder(Path home, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(key -> key.startsWith("TIDEMARK_"));
        builder.environment().putAll(SMALL);
        builder.environment().put("TIDEMARK_HOME", home.toString());
        return builder;
    }
}
