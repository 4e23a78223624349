package io.tidemark.app.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.search.LimitDecision;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.ObjectiveDecision;
import io.tidemark.analysis.search.ProbeEnd;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchForecast;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.events.LoadKind;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A search of at most 100 req/s, where a tenth of the requests may be bad. */
class SearchFormatTest {
    private static final SearchRange RANGE = new SearchRange(2, 100, 0.1, false);

    private final Plan plan = PlanLoader.parse("""
        experiment: search
        seed: 7
        workload: {kind: synthetic, prompt_tokens: 40, output_tokens: 8}
        steps: [{rate: 2, duration: 60s}]
        slo: {objectives: [ttft_due p90 < 1s]}
        """, "plan.yaml", Path.of("."));
    private final ProbeRules rules = SearchRequest.rules(plan, LoadKind.RATE, 360);
    private final SearchFormat format = new SearchFormat(
            new SearchRequest(plan, overrides -> plan, LoadKind.RATE, RANGE, false, rules, Duration.ofHours(1)));

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    /** None of a thousand requests was bad at 5 req/s. */
    private static ProbeResult probe(LimitDecision decision, ProbeEnd end) {
        return new ProbeResult(5, decision, end, 120, 10, 12, List.of(new ObjectiveDecision(decision, 1_000, 0, 10)));
    }

    private String held(LoadSearch search) {
        return format.verdict(new SearchOutcome(
                        search,
                        SearchOutcome.Ended.BUDGET,
                        "the budget of 4 min is used up",
                        Duration.ofMinutes(4),
                        List.of()))
                .get(0);
    }

    @Test
    void anIntervalThatNoProbeDecidedIsCalledThatOfTheFittedCurve() {
        LoadSearch begun = LoadSearch.begin(RANGE, rules);

        assertThat(held(begun.with(probe(LimitDecision.OPEN, ProbeEnd.TOO_LONG))))
                .isEqualTo("Held: at least 5 req/s; no probe decided by itself: this is the 95 % interval of a curve"
                        + " that is fitted to all probes");
        assertThat(held(begun.with(probe(LimitDecision.HOLDS, ProbeEnd.DECIDED))))
                .isEqualTo("Held: at least 5 req/s");
        assertThat(held(begun)).isEqualTo("Held: nothing is known yet");
    }

    private String expected(int probes, Duration shortest, Duration longest) {
        SearchForecast forecast = new SearchForecast(1.08, probes, shortest, longest, Duration.ofMinutes(15));
        return format.expected(new BudgetForecast(forecast, false)).get(0);
    }

    @Test
    void theForecastSaysHowLongEachProbeTakes() {
        assertThat(expected(4, Duration.ofMinutes(2), Duration.ofMinutes(6)))
                .isEqualTo("an interval within a factor of about 1.08 after about 15 min: about 4 probes,"
                        + " 2 min to 6 min each, if 30 requests count as one");
        assertThat(expected(1, Duration.ofMinutes(2), Duration.ofMinutes(2)))
                .contains(": about 1 probe, 2 min each, if");
    }
}
