package io.tidemark.app.isolation;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidemark.app.health.Health;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The side of a team's process: it answers each line of its standard input with a report, and is over when that ends. */
public record TeamReporter(Supplier<Health> health, MeterRegistry meters) {
    private static final Logger LOG = LoggerFactory.getLogger(TeamReporter.class);

    /** Returns when the host has closed the input, or has ended. */
    public void answer(InputStream input, Consumer<String> output) {
        BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        try {
            while (lines.readLine() != null) {
                output.accept(TeamReport.of(health.get(), meters).line());
            }
        } catch (IOException e) {
            LOG.debug("standard input cannot be read: {}", e.toString());
        }
    }
}
