package io.tidemark.app.exchange;

import io.tidemark.app.Closer;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.app.cli.RootCommand;
import io.tidemark.schemas.serde.TrustedEvents;
import io.tidemark.schemas.time.NanoClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;

/** A command as it was run: its exit code and all that it said. */
record Said(int code, String text) {
    static Said run(Path home, String... arguments) {
        TrustedEvents.trust();
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said, true);
        try (Closer closer = new Closer()) {
            Surroundings surroundings = new Surroundings(
                    new Terminal(writer, writer, false, false),
                    InstantSource.fixed(Instant.parse("2026-03-02T10:00:00Z")),
                    NanoClock.SYSTEM,
                    Map.of(),
                    home,
                    new SplittableRandom(1),
                    "test",
                    closer);
            int code = new RootCommand(surroundings).execute(arguments);
            return new Said(code, said.toString());
        }
    }
}
