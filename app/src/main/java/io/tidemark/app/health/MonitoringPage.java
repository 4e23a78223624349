package io.tidemark.app.health;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * An answer of a process to whoever watches it.
 *
 * @param status of HTTP
 * @param type of the content
 */
record MonitoringPage(int status, String type, Buffer body) {
    private static final int OK = 200;
    private static final ExpositionFormats FORMATS = ExpositionFormats.init();

    /**
     * Every metric of a registry.
     *
     * @param accepted formats, as a scraper names them: Prometheus' text, OpenMetrics, or Prometheus' protobuf, which alone carries native
     *     histograms
     */
    static MonitoringPage metrics(PrometheusMeterRegistry meters, @Nullable String accepted) {
        ExpositionFormatWriter writer = FORMATS.findWriter(accepted);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try {
            writer.write(body, meters.getPrometheusRegistry().scrape());
        } catch (IOException e) {
            throw new UncheckedIOException("metrics cannot be written into memory", e);
        }
        return new MonitoringPage(OK, writer.getContentType(), Buffer.buffer(body.toByteArray()));
    }
}
