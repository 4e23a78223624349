package io.tidemark.app.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.validity.CalibrationResult;
import io.tidemark.producer.validity.ErrorPercentiles;
import io.tidemark.producer.validity.MeasurementErrors;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CalibrationFormatTest {
    private static String description(ErrorPercentiles ttft, ErrorPercentiles itl) {
        MeasurementErrors errors = new MeasurementErrors(ttft, itl, ttft);
        return CalibrationFormat.summary(new CalibrationResult(Instant.EPOCH, 30, 100, errors));
    }

    @Test
    void anErrorOfNoRequestsIsNotAnErrorOfZero() {
        assertThat(description(new ErrorPercentiles(0, 0, 0), new ErrorPercentiles(0, 0, 0)))
                .isEqualTo("error at 30 streams: ttft not measured, itl not measured   (0 requests, 0 gaps)");
    }
}
