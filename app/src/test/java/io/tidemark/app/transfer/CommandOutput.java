package io.tidemark.app.transfer;

import io.tidemark.app.cli.RootCommand;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.time.NanoClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;

/** A command as it was run: its exit code and all that it said. */
record CommandOutput(int code, String text) {
    static CommandOutput run(Path home, String... arguments) {
        TrustedEventClasses.trust();
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said, true);
        try (ResourceScope closer = new ResourceScope()) {
            CommandContext context = new CommandContext(
                    new Terminal(writer, writer, false, false),
                    InstantSource.fixed(Instant.parse("2026-03-02T10:00:00Z")),
                    NanoClock.SYSTEM,
                    Map.of(),
                    home,
                    new SplittableRandom(1),
                    "test",
                    closer);
            int code = new RootCommand(context).execute(arguments);
            return new CommandOutput(code, said.toString());
        }
    }
}
