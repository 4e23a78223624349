package io.tidemark.producer.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.runtime.RunSpecFixture;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.TargetProbe.ProbeResult;
import io.tidemark.producer.workers.WorkerShare;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetAssignmentTest {
    private static TargetAssignment of(String balance, WorkerShare share, int... weights) {
        return TargetAssignment.of(spec(balance, weights), share);
    }

    private static RunSpec spec(String balance, int... weights) {
        StringBuilder text = new StringBuilder("balance: " + balance + "\ntargets:\n");
        for (int i = 0; i < weights.length; i++) {
            text.append("  - {url: \"http://r%d:8000\"%s}\n"
                    .formatted(i, balance.equals("round-robin") ? "" : ", weight: " + weights[i]));
        }
        Plan plan = PlanLoader.parse("""
                experiment: x
                workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 8}
                steps: [{rate: 2, duration: 30s}]
                """ + text, "plan.yaml", Path.of("."));
        RunSpec one = RunSpecFixture.of(plan, URI.create("http://r0:8000"));
        List<ProbeResult> targets = new ArrayList<>();
        for (TargetPlan target : plan.targets()) {
            targets.add(new ProbeResult(target, Optional.empty(), List.of()));
        }
        return new RunSpec(
                one.runId(),
                plan,
                one.phase(),
                new RunTargets(targets),
                "lane-0",
                one.credentials(),
                one.tool(),
                false);
    }

    private static List<Integer> firstTurns(TargetAssignment targets, int conversations) {
        return IntStream.range(0, conversations)
                .mapToObj(number -> targets.target(number, 0))
                .toList();
    }

    @Test
    void roundRobinGivesEachRequestToTheNextTarget() {
        assertThat(firstTurns(of("round-robin", WorkerShare.WHOLE, 1, 1, 1), 7)).containsExactly(0, 1, 2, 0, 1, 2, 0);
    }

    @Test
    void roundRobinKnowsNoConversations() {
        TargetAssignment targets = of("round-robin", WorkerShare.WHOLE, 1, 1, 1);

        assertThat(IntStream.range(0, 4).map(turn -> targets.target(5, turn))).containsExactly(2, 0, 1, 2);
    }

    @Test
    void weightsAreKeptExactlyAndSpreadOverTheRound() {
        assertThat(firstTurns(of("weights", WorkerShare.WHOLE, 3, 1), 8)).containsExactly(0, 0, 1, 0, 0, 0, 1, 0);
    }

    @Test
    void allTurnsOfAConversationGoToOneTargetAndConversationsAreDealtByWeight() {
        TargetAssignment targets = of("conversation", WorkerShare.WHOLE, 2, 1, 1);

        for (int number = 0; number < 40; number++) {
            int first = targets.target(number, 0);
            int conversation = number;
            assertThat(IntStream.range(0, 6).map(turn -> targets.target(conversation, turn)))
                    .containsOnly(first);
        }
        assertThat(firstTurns(targets, 400).stream()
                        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())))
                .isEqualTo(Map.of(0, 200L, 1, 100L, 2, 100L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"round-robin", "weights", "conversation"})
    void lanesThatShareALoadSendEachRequestWhereOneLaneWould(String balance) {
        int[] weights = balance.equals("round-robin") ? new int[] {1, 1, 1} : new int[] {5, 2, 1};
        TargetAssignment whole = of(balance, WorkerShare.WHOLE, weights);

        for (int lanes = 2; lanes < 5; lanes++) {
            for (int lane = 0; lane < lanes; lane++) {
                TargetAssignment share = of(balance, new WorkerShare(lane, lanes), weights);
                long first = lane;
                int count = lanes;
                assertThat(LongStream.range(0, 50)
                                .mapToObj(own -> share.target(own, (int) (own % 4)))
                                .toList())
                        .isEqualTo(LongStream.range(0, 50)
                                .mapToObj(own -> whole.target(first + own * count, (int) (own % 4)))
                                .toList());
            }
        }
    }
}
