package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.config.AlertsFileReader;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.schemas.time.Clocks;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/** Receivers as a file opens them, at a quarter past ten. */
final class Opened {
    static final Instant NOW = Instant.parse("2026-11-25T10:15:00Z");

    /** Longer than a busy machine needs for what answers at all. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private Opened() {}

    /** @param kind YAML of one receiver without its name, indented by four */
    static Receiver receiver(String kind, Map<String, String> environment) {
        return receiver(kind, environment, InstantSource.fixed(NOW));
    }

    static Receiver receiver(String kind, Map<String, String> environment, InstantSource clock) {
        return receiver(kind, environment, new Clocks(() -> 0, clock));
    }

    static Receiver receiver(String kind, Map<String, String> environment, Clocks clocks) {
        return receiver(kind, environment, clocks, TIMEOUT);
    }

    /** One that waits for an answer only so long. */
    static Receiver receiver(String kind, Duration timeout) {
        return receiver(kind, Map.of(), new Clocks(() -> 0, InstantSource.fixed(NOW)), timeout);
    }

    private static Receiver receiver(String kind, Map<String, String> environment, Clocks clocks, Duration timeout) {
        String text = """
                external_url: https://tidemark.example.com
                connection: { timeout: %dms }
                receivers:
                  - name: one
                    %s
                routes: [ { receivers: one } ]
                """.formatted(timeout.toMillis(), kind.strip().replace("\n", "\n    "));
        AlertsFile file = AlertsFileReader.parse(text, Path.of("alerts.yaml"), environment, new KnownKeys());
        return Receivers.open(file, clocks).get(0);
    }
}
