package io.tidemark.streams.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Outcome;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.signals.SecondRange;
import org.junit.jupiter.api.Test;

class EndedRequestsTest {
    private static final RequestMeasurement.Times TIMES = new RequestMeasurement.Times(-1, -1, -1, 1, -1);

    private final EndedRequests ended = new EndedRequests(new SecondRange(10, 12));

    private void given(long second, Outcome outcome, RequestMeasurement.Tokens tokens) {
        Pane pane = new Pane();
        pane.addEnded(new RequestMeasurement(true, 0, outcome, true, TIMES, tokens, 0));
        ended.add(second, pane);
    }

    @Test
    void theCachedShareIsOfTheTokensOfPromptsThatWereAnswered() {
        given(10, Outcome.OK, new RequestMeasurement.Tokens(300, 240, 5));
        given(10, Outcome.OK, new RequestMeasurement.Tokens(100, 0, 5));
        given(10, Outcome.HTTP_ERROR, new RequestMeasurement.Tokens(500, 0, -1));
        assertThat(ended.cachedShare().mean(0, 1)).isEqualTo(0.6);
    }

    @Test
    void anAnswerThatTellsOfNoCachedTokensHadNoneWhereOthersTell() {
        given(10, Outcome.OK, new RequestMeasurement.Tokens(100, 80, 5));
        given(11, Outcome.OK, new RequestMeasurement.Tokens(100, -1, 5));
        assertThat(ended.cachedShare().mean(0, 1)).isEqualTo(0.8);
        assertThat(ended.cachedShare().mean(1, 2)).isZero();
    }

    @Test
    void anAnswerWithMoreCachedTokensThanItsPromptHasSaysNothing() {
        given(10, Outcome.OK, new RequestMeasurement.Tokens(100, 80, 5));
        given(10, Outcome.OK, new RequestMeasurement.Tokens(100, 600, 5));
        assertThat(ended.cachedShare().mean(0, 1)).isEqualTo(0.8);
    }

    @Test
    void whereNoAnswerTellsOfCachedTokensNothingIsKnown() {
        given(10, Outcome.OK, new RequestMeasurement.Tokens(100, -1, 5));
        assertThat(ended.cachedShare().mean(0, 2)).isNaN();
    }

    @Test
    void lengthsAreThoseThatAreKnown() {
        given(10, Outcome.OK, new RequestMeasurement.Tokens(100, -1, 20));
        given(11, Outcome.OK, new RequestMeasurement.Tokens(-1, -1, 40));
        assertThat(ended.promptTokens().mean(0, 2)).isEqualTo(100);
        assertThat(ended.outputTokens().mean(0, 2)).isEqualTo(30);
    }
}
