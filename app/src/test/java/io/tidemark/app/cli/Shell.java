package io.tidemark.app.cli;

import io.tidemark.app.Closer;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.schemas.time.NanoClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;

/** The command with what it printed caught, as a user without a terminal would see it. */
final class Shell implements AutoCloseable {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Closer closer = new Closer();
    private final RootCommand command;

    Shell(Path home) {
        Terminal terminal = new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false, false);
        command = new RootCommand(new Surroundings(
                terminal,
                InstantSource.system(),
                NanoClock.SYSTEM,
                Map.of(),
                home,
                new SplittableRandom(3),
                "test",
                closer));
    }

    int run(String... arguments) {
        return command.execute(arguments);
    }

    RootCommand command() {
        return command;
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    @Override
    public void close() {
        closer.close();
    }
}
