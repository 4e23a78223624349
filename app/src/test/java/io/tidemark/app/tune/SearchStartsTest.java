package io.tidemark.app.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.tune.TrialPurpose;
import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.app.tune.measure.SearchMeasurement;
import io.tidemark.events.LoadKind;
import io.tidemark.events.TrialState;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.tune.TuneGoal;
import io.tidemark.producer.plan.tune.TunePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SearchStartsTest {
    private static final Measurement NONE = (phase, labels) -> {
        throw new AssertionError("nothing is measured here");
    };

    private static final TunePlan PLAN = new TunePlan(
            TuneGoal.HELD_LOAD,
            OptionalDouble.empty(),
            Duration.ofHours(8),
            OptionalDouble.empty(),
            Duration.ofMinutes(1),
            TunePlan.Lengths.DEFAULT,
            TunePlan.Finals.DEFAULT,
            Optional.empty());

    private static SearchStarts search() {
        return new SearchStarts(PLAN, Trials.phases(32, 64, 128, 256, 512), LoadKind.RATE, 7, bounds -> NONE);
    }

    /** Loads held, about: 2 by the default, 4 by 128, less by others; 512 does not fit. */
    private static TrialState answer(PlannedStart start, SplittableRandom random) {
        return answer(start, random, Map.of());
    }

    private static TrialState answer(PlannedStart start, SplittableRandom random, Map<String, String> facts) {
        PhasePlan phase = start.phase();
        double held = switch (phase.name()) {
            case "seqs-128" -> 4;
            case "seqs-256" -> 3;
            case "seqs-64" -> 2.2;
            case "seqs-32" -> 1;
            default -> 2;
        };
        double middle = held * Math.exp(0.02 * random.nextGaussian());
        return phase.name().equals("seqs-512")
                ? Trials.infeasible(start, "OUT_OF_MEMORY")
                : Trials.measured(start, middle / 1.05, middle * 1.05, facts);
    }

    private static List<TrialState> toTheEnd(SearchStarts search) {
        SplittableRandom random = new SplittableRandom(1);
        List<TrialState> made = new ArrayList<>();
        while (search.next().isPresent()) {
            TrialState trial = answer(search.next().orElseThrow(), random);
            made.add(trial);
            search.ended(trial);
        }
        return made;
    }

    @Test
    void theBestIsFoundAndItsFinalRunsSayHowMuchBetterItIs() {
        SearchStarts search = search();
        List<TrialState> made = toTheEnd(search);
        assertThat(made.get(0).getPhase()).isEqualTo("default");
        assertThat(search.conclusion().failed()).isFalse();
        assertThat(search.conclusion().winner()).isEqualTo("seqs-128");
        assertThat(search.conclusion().evidence()).startsWith("tuned (seqs-128) holds ");
        List<TrialState> finals =
                made.stream().filter(trial -> trial.getBlock() > 0).toList();
        assertThat(finals).hasSizeGreaterThanOrEqualTo(15);
        assertThat(finals.subList(0, 3)).extracting(TrialState::getBlock).containsOnly(1);
        assertThat(finals.subList(3, 6)).extracting(TrialState::getBlock).containsOnly(2);
    }

    @Test
    void serversOfAFinalBlockGetTheSameRequestsAndNoOtherStartDoes() {
        List<SearchMeasurement.Bounds> last = new ArrayList<>();
        SearchStarts search = new SearchStarts(PLAN, Trials.phases(32, 64, 128, 256, 512), LoadKind.RATE, 7, bounds -> {
            last.add(bounds);
            return NONE;
        });
        SplittableRandom random = new SplittableRandom(1);
        Map<Integer, Set<Long>> ofBlocks = new TreeMap<>();
        List<Long> ofOthers = new ArrayList<>();
        for (Optional<PlannedStart> next = search.next(); next.isPresent(); next = search.next()) {
            long draw = last.get(last.size() - 1).draw();
            if (next.get().block() > 0) {
                ofBlocks.computeIfAbsent(next.get().block(), block -> new TreeSet<>())
                        .add(draw);
            } else {
                ofOthers.add(draw);
            }
            search.ended(answer(next.get(), random));
        }

        assertThat(ofBlocks).hasSizeGreaterThanOrEqualTo(5);
        assertThat(ofBlocks.values()).allMatch(draws -> draws.size() == 1).doesNotHaveDuplicates();
        assertThat(ofOthers).hasSizeGreaterThan(5).doesNotHaveDuplicates();
        assertThat(ofBlocks.values()).noneMatch(draws -> ofOthers.containsAll(draws));
    }

    @Test
    void aBlockOfTheFinalStageHasOneRunOfEveryoneAlsoWithFewerChallengersThanAskedFor() {
        SearchStarts search = new SearchStarts(PLAN, Trials.phases(128), LoadKind.RATE, 7, bounds -> NONE);
        List<TrialState> finals =
                toTheEnd(search).stream().filter(trial -> trial.getBlock() > 0).toList();
        assertThat(finals.subList(0, 4)).extracting(TrialState::getBlock).containsExactly(1, 1, 2, 2);
    }

    @Test
    void whatWasJournaledLeadsToTheSameNextStart() {
        List<TrialState> made = toTheEnd(search());
        for (int kept : new int[] {0, 1, 4, made.size() - 1, made.size()}) {
            SearchStarts resumed = search();
            made.subList(0, kept).forEach(resumed::ended);
            assertThat(resumed.next().map(start -> start.phase().name()))
                    .isEqualTo(made.stream().skip(kept).findFirst().map(TrialState::getPhase));
        }
    }

    @Test
    void aFailedDefaultEndsItWithItsCause() {
        SearchStarts search = search();
        search.ended(Trials.infeasible(search.next().orElseThrow(), "MODEL_NOT_FOUND"));
        assertThat(search.next()).isEmpty();
        assertThat(search.conclusion().failed()).isTrue();
        assertThat(search.conclusion().description()).contains("MODEL_NOT_FOUND");
    }

    @Test
    void differentMistakesUnderOneWordAreNoReasonToDoubtTheMachine() {
        SearchStarts search = afterFailures("no package a", "no package b");
        assertThat(search.next().orElseThrow().purpose()).isNotEqualTo(TrialPurpose.CONTROL.description());
    }

    @Test
    void failuresInTheSameWordsAreDoubtedAndAThirdOfAServerThatWorkedEndsIt() {
        SearchStarts search = afterFailures("[pid 17] no space", "[pid 204] no space");
        PlannedStart control = search.next().orElseThrow();
        assertThat(control.purpose()).isEqualTo(TrialPurpose.CONTROL.description());

        search.ended(Trials.infeasible(control, "EXITED_EARLY", "[pid 3021] no space"));
        assertThat(search.next()).isEmpty();
        assertThat(search.conclusion().description())
                .isEqualTo("3 starts in a row failed by the same cause: EXITED_EARLY: [pid 17] no space");
    }

    /** The default works, and the servers after it end with these words. */
    private static SearchStarts afterFailures(String... words) {
        SearchStarts search = search();
        search.ended(Trials.measured(search.next().orElseThrow(), 2, 3));
        for (String one : words) {
            search.ended(Trials.infeasible(search.next().orElseThrow(), "EXITED_EARLY", one));
        }
        return search;
    }

    @Test
    void aBudgetThatIsTooSmallIsRefusedBeforeTheFirstStart() {
        assertThatThrownBy(() -> new SearchStarts(
                        PLAN.withBudget(Duration.ofHours(1)), Trials.phases(64), LoadKind.RATE, 7, bounds -> NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the budget must be")
                .hasMessageContaining("1.00 h");
    }

    @Test
    void theGoodputOfFinalRunsIsComparedAsAValue() {
        TunePlan goodput = new TunePlan(
                        TuneGoal.GOODPUT,
                        PLAN.pricePerHour(),
                        PLAN.budget(),
                        PLAN.from(),
                        PLAN.startUp(),
                        PLAN.lengths(),
                        PLAN.finals(),
                        Optional.empty())
                .withStepsOf(Duration.ofMinutes(10));
        SearchStarts search = new SearchStarts(goodput, Trials.phases(64, 128), LoadKind.RATE, 7, bounds -> {
            assertThat(bounds.checkLoad()).isEmpty();
            return NONE;
        });
        toTheEnd(search);

        assertThat(search.objective()).isEqualTo("maximize goodput");
        assertThat(search.conclusion().winner()).isEqualTo("seqs-128");
        assertThat(search.conclusion().evidence())
                .startsWith("tuned (seqs-128) has ")
                .endsWith(" the default's goodput");
    }

    private static SearchStarts searchWithHeldOut() {
        TunePlan heldOut = new TunePlan(
                PLAN.goal(),
                PLAN.pricePerHour(),
                Duration.ofHours(16),
                PLAN.from(),
                PLAN.startUp(),
                PLAN.lengths(),
                new TunePlan.Finals(2, 5, Optional.of(Duration.ofMinutes(20))),
                Optional.of(new TunePlan.HeldOut("{}", "abc")));
        return new SearchStarts(heldOut, Trials.phases(64, 128), LoadKind.RATE, 7, bounds -> {
            // Twice the length of a final run: one for each workload.
            assertThat(bounds.isFinal()).isEqualTo(bounds.seconds() == 2400);
            return NONE;
        });
    }

    /** On the held-out workload the default holds 2 and the others so much times that. */
    private static String evidence(double ratioOnHeldOut) {
        SearchStarts search = searchWithHeldOut();
        SplittableRandom random = new SplittableRandom(3);
        while (search.next().isPresent()) {
            PlannedStart start = search.next().orElseThrow();
            boolean isDefault = start.phase().name().equals("default");
            double held = 2 * (isDefault ? 1 : ratioOnHeldOut) * Math.exp(0.02 * random.nextGaussian());
            Map<String, String> facts = start.isDeciding()
                    ? Map.of("held_out.low", String.valueOf(held / 1.05), "held_out.high", String.valueOf(held * 1.05))
                    : Map.of();
            search.ended(answer(start, random, facts));
        }
        assertThat(search.conclusion().winner()).isEqualTo("seqs-128");
        return search.conclusion().evidence();
    }

    @Test
    void bothAnswersAreSaidWhereTheWinnerIsBetterOnTheHeldOutWorkloadToo() {
        assertThat(evidence(1.5))
                .startsWith("tuned (seqs-128) holds ")
                .containsPattern("; on the held-out workload it has 1\\.[45]\\d x \\(.*\\) the default's held load$");
    }

    @Test
    void aWinnerThatDoesNotHoldOnTheHeldOutWorkloadIsSaidToBe() {
        assertThat(evidence(1))
                .startsWith("tuned (seqs-128) holds ")
                .contains("; on the held-out workload it was NOT shown to be better than the default: ");
    }
}
