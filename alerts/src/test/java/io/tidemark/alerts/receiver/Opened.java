package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.config.AlertsFileReader;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.schemas.time.Clocks;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/** Receivers as a file opens them, at a quarter past ten. */
final class Opened {
    static final Instant NOW = Instant.parse("2026-11-25T10:15:00Z");

    private Opened() {}

    /** @param kind YAML of one receiver without its name, indented by four */
    static Receiver receiver(String kind, Map<String, String> environment) {
        return receiver(kind, environment, InstantSource.fixed(NOW));
    }

    static Receiver receiver(String kind, Map<String, String> environment, InstantSource clock) {
        return receiver(kind, environment, new Clocks(() -> 0, clock));
    }

    static Receiver receiver(String kind, Map<String, String> environment, Clocks clocks) {
        String text = """
                external_url: https://tidemark.example.com
                connection: { timeout: 1s }
                receivers:
                  - name: one
                    %s
                routes: [ { receivers: one } ]
                """.formatted(kind.strip().replace("\n", "\n    "));
        AlertsFile file = AlertsFileReader.parse(text, Path.of("alerts.yaml"), environment, new KnownKeys());
        return Receivers.open(file, clocks).get(0);
    }
}
