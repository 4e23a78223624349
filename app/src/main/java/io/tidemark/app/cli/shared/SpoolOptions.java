package io.tidemark.app.cli.shared;

import io.tidemark.producer.publish.spool.SpoolSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where events wait while Kafka is slow or away. */
public final class SpoolOptions {
    private static final String OFF = "off";

    @Option(
            names = "--spool",
            paramLabel = "DIR|off",
            description = "Folder for events on disk while Kafka is slow or unavailable. Default: <home>/spool.")
    private @Nullable String spool;

    @Option(
            names = "--spool-size",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            description =
                    "Maximum size of the events on disk; further events are lost and make the run INVALID. Default: ${DEFAULT-VALUE}")
    private String size = "1GiB";

    @Option(
            names = "--spool-memory",
            paramLabel = "SIZE",
            defaultValue = "48MiB",
            description = "Maximum memory for waiting events, before they go to disk. Default: ${DEFAULT-VALUE}")
    private String memory = "48MiB";

    /** What sets the same to another process. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--spool-size", size, "--spool-memory", memory));
        if (spool != null) {
            arguments.addAll(List.of("--spool", spool));
        }
        return arguments;
    }

    public SpoolSettings settings(Path home) {
        boolean off = OFF.equals(spool);
        Path folder = spool == null ? inHome(home) : Path.of(spool);
        return OptionParser.parse(
                "",
                () -> new SpoolSettings(
                        off ? Optional.empty() : Optional.of(folder),
                        OptionParser.size("--spool-size", size),
                        OptionParser.size("--spool-memory", memory)));
    }

    public static Path inHome(Path home) {
        return home.resolve("spool");
    }
}
