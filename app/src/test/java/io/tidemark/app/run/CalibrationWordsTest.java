package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.calibrate.Calibration;
import io.tidemark.producer.calibrate.ClientErrors;
import io.tidemark.producer.calibrate.Spread;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CalibrationWordsTest {
    private static String words(Spread ttft, Spread itl) {
        ClientErrors errors = new ClientErrors(ttft, itl, ttft);
        return CalibrationWords.inShort(new Calibration(Instant.EPOCH, 30, 100, errors));
    }

    @Test
    void anErrorOfNoRequestsIsNotAnErrorOfZero() {
        assertThat(words(new Spread(0, 0, 0), new Spread(0, 0, 0)))
                .isEqualTo("error at 30 streams: ttft not measured, itl not measured   (0 requests, 0 gaps)");
    }
}
