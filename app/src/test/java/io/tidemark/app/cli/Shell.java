package io.tidemark.app.cli;

import io.tidemark.app.Closer;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.schemas.serde.TrustedEvents;
import io.tidemark.schemas.time.NanoClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;

/** The command with what it printed caught, as a user without a terminal would see it. */
public final class Shell implements AutoCloseable {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Closer closer = new Closer();
    private final Surroundings surroundings;
    private final RootCommand command;

    public Shell(Path home) {
        TrustedEvents.trust();
        Terminal terminal = new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false, false);
        surroundings = new Surroundings(
                terminal,
                InstantSource.system(),
                NanoClock.SYSTEM,
                Map.of(),
                home,
                new SplittableRandom(),
                "test",
                closer);
        command = new RootCommand(surroundings);
    }

    public int run(String... arguments) {
        return command.execute(arguments);
    }

    /** What the command was given. */
    public Surroundings surroundings() {
        return surroundings;
    }

    RootCommand command() {
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
