package io.tidemark.producer.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.scrape.TargetControl.TargetCounters;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OtherClientsDetectorTest {
    private static final int ONE_PAGE = 1;

    private static OtherClientsDetector with(String request, int pages) {
        return new OtherClientsDetector(PlanLoader.parse("""
                        experiment: shared
                        workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}
                        steps: [{rate: 20, requests: 1}]
                        """ + request, "plan.yaml", Path.of(".")), pages);
    }

    private static Optional<TargetCounters> finished(long count) {
        return Optional.of(new TargetCounters(OptionalLong.of(count), Optional.empty()));
    }

    @Test
    void whoFinishesMoreThanWasSentServesOthersToo() {
        assertThat(with("", ONE_PAGE).detect(finished(1000), finished(1250), 180))
                .contains(
                        "other clients used the server: it finished 250 requests during the step and this run sent 180,"
                                + " so the figures describe a shared server");
    }

    @Test
    void aFewMoreAreNotWorthAWord() {
        assertThat(with("", ONE_PAGE).detect(finished(0), finished(105), 100)).isEmpty();
        assertThat(with("", ONE_PAGE).detect(finished(0), finished(106), 100)).isPresent();
        assertThat(with("", ONE_PAGE).detect(finished(0), finished(1020), 1000)).isEmpty();
        assertThat(with("", ONE_PAGE).detect(finished(0), finished(1021), 1000)).isPresent();
    }

    @Test
    void whatTheStepBeforeLeftUnfinishedIsOurs() {
        OtherClientsDetector others = with("", ONE_PAGE);

        assertThat(others.detect(finished(0), finished(60), 100)).isEmpty();
        assertThat(others.detect(finished(60), finished(200), 100)).isEmpty();
        assertThat(others.detect(finished(200), finished(340), 100)).isPresent();
    }

    @Test
    void everyAnswerAndEveryTryMayCount() {
        assertThat(with("request: {n: 3}", ONE_PAGE).detect(finished(0), finished(300), 100))
                .isEmpty();
        assertThat(with("retries: {attempts: 2, on: [503]}", ONE_PAGE).detect(finished(0), finished(200), 100))
                .isEmpty();
    }

    @Test
    void whereARequestPassesTwoServersThatAreScrapedBothCountIt() {
        assertThat(with("", 2).detect(finished(0), finished(200), 100)).isEmpty();
        assertThat(with("", 2).detect(finished(0), finished(190), 100)).isEmpty();
        assertThat(with("", 2).detect(finished(0), finished(150), 100)).isPresent();
        assertThat(with("", 2).detect(finished(0), finished(300), 100)).isPresent();
        assertThat(with("", ONE_PAGE).detect(finished(0), finished(200), 100)).isPresent();
    }

    @Test
    void aServerThatDoesNotSayOrBeganAnewIsNotJudged() {
        Optional<TargetCounters> silent = Optional.of(new TargetCounters(OptionalLong.empty(), Optional.empty()));

        assertThat(with("", ONE_PAGE).detect(silent, silent, 100)).isEmpty();
        assertThat(with("", ONE_PAGE).detect(finished(0), Optional.empty(), 100))
                .isEmpty();
        assertThat(with("", ONE_PAGE).detect(finished(5000), finished(10), 1)).isEmpty();
    }

    @Test
    void aPageThatCountsOneReplicaOfThreeIsToldAndALateCountIsNot() {
        assertThat(OtherClientsDetector.detectPart(finished(1000), finished(1040), 120))
                .contains(
                        "the metrics pages counted 40 of the 120 requests that were answered in this step, so the server's"
                                + " signals are those of a part of it, such as one replica of several behind one address; list the"
                                + " pages of all in targets[].scrape");
        assertThat(OtherClientsDetector.detectPart(finished(0), finished(108), 120))
                .isEmpty();
        assertThat(OtherClientsDetector.detectPart(finished(0), finished(107), 120))
                .isPresent();
        assertThat(OtherClientsDetector.detectPart(finished(0), finished(5), 10))
                .isEmpty();
        assertThat(OtherClientsDetector.detectPart(finished(5000), finished(10), 100))
                .isEmpty();
    }
}
