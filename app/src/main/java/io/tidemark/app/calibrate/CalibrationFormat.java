package io.tidemark.app.calibrate;

import io.tidemark.producer.validity.CalibrationResult;
import io.tidemark.producer.validity.MeasurementErrors;
import io.tidemark.schemas.ValueText;
import java.util.Locale;

/** A calibration in words. */
public final class CalibrationFormat {
    private static final String NOT_MEASURED = "not measured";

    private CalibrationFormat() {}

    /** E.g. {@code error at 30 streams: ttft +0.31 ms p99, itl 0.22 ms p99 (86 requests, 860 gaps)}. */
    public static String summary(CalibrationResult calibration) {
        MeasurementErrors errors = calibration.errors();
        return String.format(
                Locale.ROOT,
                "error at %,d streams: ttft %s, itl %s   (%,d requests, %,d gaps)",
                calibration.concurrency(),
                errors.ttft().count() == 0
                        ? NOT_MEASURED
                        : "+" + ValueText.latency(errors.ttft().p99Nanos()) + " p99",
                errors.itl().count() == 0
                        ? NOT_MEASURED
                        : ValueText.latency(errors.itl().p99Nanos()) + " p99",
                errors.ttft().count(),
                errors.itl().count());
    }
}
