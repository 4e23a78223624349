package io.tidemark.producer.validity;

import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a client added to its measurements of a server whose times of writing are known.
 *
 * @param at when it was measured
 * @param concurrency streams that were kept in flight
 * @param chunksPerSecond that came, over all streams
 */
public record CalibrationResult(Instant at, int concurrency, double chunksPerSecond, MeasurementErrors errors) {
    /** Why what this client measures must not be used; empty when both errors are within their limits. */
    public List<String> invalidReasons(Duration ttftP99, Duration itlP99) {
        List<String> reasons = new ArrayList<>();
        if (errors.ttft().count() == 0) {
            reasons.add(
                    "the client's own error could not be measured: at " + concurrency
                            + " streams the client got no answer of the calibration server (calibrate: false skips the calibration)");
        }
        addIfExceeded("TTFT", errors.ttft(), ttftP99, reasons);
        addIfExceeded("ITL", errors.itl(), itlP99, reasons);
        return reasons;
    }

    private void addIfExceeded(String metric, ErrorPercentiles error, Duration limit, List<String> reasons) {
        if (error.p99Nanos() > limit.toNanos()) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "the client itself adds %s to %s at p99 (%d streams, %.0f chunks a second, limit %s, limits.calibration_%s_p99):"
                            + " the figures would describe the client, not the server",
                    ValueText.latency(error.p99Nanos()),
                    metric,
                    concurrency,
                    chunksPerSecond,
                    ValueText.latency(limit.toNanos()),
                    metric.toLowerCase(Locale.ROOT)));
        }
    }
}
