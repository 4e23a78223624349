package io.tidemark.app.cli;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.time.NanoClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The command with what it printed caught, as a user without a terminal would see it. */
public final class Shell implements AutoCloseable {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final ResourceScope closer = new ResourceScope();
    private final CommandContext context;
    private final RootCommand command;

    public Shell(Path home) {
        this(home, Terminal.DEFAULT_COLUMNS, false, Map.of());
    }

    /** One in a terminal of that width. */
    public Shell(Path home, int columns) {
        this(home, columns, true, Map.of());
    }

    /** One whose wall clock stands still, and whose ids are the same each time. */
    public Shell(Path home, Instant now) {
        this(
                home,
                Terminal.DEFAULT_COLUMNS,
                false,
                Map.of("USER", "someone"),
                InstantSource.fixed(now),
                new SplittableRandom(now.toEpochMilli()));
    }

    /** One with these variables in its environment. */
    Shell(Path home, Map<String, String> environment) {
        this(home, Terminal.DEFAULT_COLUMNS, false, environment);
    }

    private Shell(Path home, int columns, boolean interactive, Map<String, String> environment) {
        this(home, columns, interactive, environment, InstantSource.system(), new SplittableRandom());
    }

    private Shell(
            Path home,
            int columns,
            boolean interactive,
            Map<String, String> environment,
            InstantSource wallClock,
            SplittableRandom random) {
        TrustedEventClasses.trust();
        Terminal terminal =
                new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), interactive, false, () -> columns);
        context = new CommandContext(terminal, wallClock, NanoClock.SYSTEM, environment, home, random, "test", closer);
        command = new RootCommand(context);
    }

    public int run(String... arguments) {
        return command.execute(arguments);
    }

    /** A command that takes a cluster, on this one. */
    public int run(LocalCluster cluster, String... arguments) {
        String[] where = {"--kafka", cluster.bootstrapServers(), "--registry", cluster.registryUrl()};
        return run(Stream.concat(Arrays.stream(arguments), Arrays.stream(where)).toArray(String[]::new));
    }

    /** What the command was given. */
    public CommandContext context() {
        return context;
    }

    public RootCommand command() {
        return command;
    }

    public String out() {
        return out.toString();
    }

    public String err() {
        return err.toString();
    }

    @Override
    public void close() {
        closer.close();
    }
}
