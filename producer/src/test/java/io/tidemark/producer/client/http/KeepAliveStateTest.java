package io.tidemark.producer.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.tidemark.producer.plan.ConnectionPlan.KeepAlive;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeepAliveStateTest {
    private static final long SECOND = 1_000_000_000L;
    private static final KeepAlive PLAN = KeepAlive.of(true, Duration.ofSeconds(60), 3);

    private static KeepAliveState answered(KeepAlive plan, HttpVersion version, String header, String value) {
        DefaultHttpResponse response = new DefaultHttpResponse(version, HttpResponseStatus.OK);
        if (!header.isEmpty()) {
            response.headers().set(header, value);
        }
        KeepAliveState kept = new KeepAliveState(plan);
        kept.requestStarted();
        kept.responseReceived(response);
        kept.idleSince(100 * SECOND);
        return kept;
    }

    @ParameterizedTest
    @CsvSource({
        "'',         '',                 60",
        "keep-alive, 'timeout=5',         5",
        "keep-alive, 'timeout = 5, max=9', 5",
        "keep-alive, 'timeout=600',      60"
    })
    void waitsAsLongAsThePlanOrTheServerSaysWhicheverIsShorter(String header, String value, int seconds) {
        KeepAliveState kept = answered(PLAN, HttpVersion.HTTP_1_1, header, value);

        assertThat(kept.isReusable((100 + seconds) * SECOND - 1)).isTrue();
        assertThat(kept.isReusable((100 + seconds) * SECOND)).isFalse();
    }

    @Test
    void carriesNoMoreThanThePlanSays() {
        KeepAliveState kept = answered(PLAN, HttpVersion.HTTP_1_1, "", "");
        for (int request = 2; request <= 3; request++) {
            assertThat(kept.isReusable(100 * SECOND)).isTrue();
            kept.requestStarted();
            assertThat(kept.isReusable(100 * SECOND)).as("before its answer").isFalse();
            kept.responseReceived(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        }

        assertThat(kept.isReusable(100 * SECOND)).isFalse();
    }

    @Test
    void isNotUsedAgainWhereEitherSideSaysSo() {
        KeepAlive never = KeepAlive.of(false, Duration.ofSeconds(60), 100);

        assertThat(answered(PLAN, HttpVersion.HTTP_1_1, "connection", "close").isReusable(100 * SECOND))
                .isFalse();
        assertThat(answered(PLAN, HttpVersion.HTTP_1_0, "", "").isReusable(100 * SECOND))
                .isFalse();
        assertThat(answered(PLAN, HttpVersion.HTTP_1_0, "connection", "keep-alive")
                        .isReusable(100 * SECOND))
                .isTrue();
        assertThat(answered(never, HttpVersion.HTTP_1_1, "", "").isReusable(100 * SECOND))
                .isFalse();
    }
}
