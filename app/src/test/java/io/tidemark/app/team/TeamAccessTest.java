package io.tidemark.app.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.team.AccessChange.Effect;
import io.tidemark.app.team.AccessChange.OfQuota;
import io.tidemark.app.team.AccessChange.OfRule;
import io.tidemark.app.team.AccessChange.OfScramUser;
import io.tidemark.app.team.AccessChange.OfTopic;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TeamAccessTest {
    private static final Team PERF = new Team("perf");
    private static final UserQuota AS_IT_IS =
            new UserQuota(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    private static TeamAccess access(TeamPrincipals principals) {
        return new TeamAccess(principals, Authentication.SCRAM, AS_IT_IS);
    }

    /** A cluster on which the changes were made. */
    private static ClusterAccess with(ClusterAccess before, List<AccessChange> changes) {
        Set<String> topics = new HashSet<>(before.topics());
        Set<AclBinding> rules = new HashSet<>(before.rules());
        Map<String, Map<String, Double>> quotas = new HashMap<>(before.quotas());
        Set<String> users = new HashSet<>(before.scramUsers());
        for (AccessChange change : changes) {
            boolean made = change.effect() == Effect.MADE;
            if (change instanceof OfTopic topic) {
                var unused = made ? topics.add(topic.topic()) : topics.remove(topic.topic());
            } else if (change instanceof OfRule rule) {
                var unused = made ? rules.add(rule.rule()) : rules.remove(rule.rule());
            } else if (change instanceof OfQuota quota) {
                var unused = made ? quotas.put(quota.user(), quota.quotas()) : quotas.remove(quota.user());
            } else if (change instanceof OfScramUser user) {
                var unused = made ? users.add(user.user()) : users.remove(user.user());
            }
        }
        return new ClusterAccess(topics, rules, quotas, users);
    }

    @Test
    void whatWasMadeIsNotMissing() {
        TeamAccess access = access(TeamPrincipals.prefixed(PERF, "perf-"));
        List<AccessChange> all = access.missing(ClusterAccess.NOTHING);

        // 13 topics, 3 users and their quotas; 5 + 2, 13 + 3, and 13 + 8 + 5 rules
        assertThat(all).hasSize(13 + 3 + 3 + 7 + 16 + 26).hasSize(access.size());
        assertThat(access.missing(with(ClusterAccess.NOTHING, all))).isEmpty();
    }

    @Test
    void producersWriteInputsAndReadWhatIsAskedOfRuns() {
        assertThat(PrincipalKind.PRODUCER.rightsIn(PERF).stream()
                        .map(right -> right.operation() + " " + right.match() + " " + right.name()))
                .containsExactly(
                        "DESCRIBE PREFIXED tidemark.perf.",
                        "WRITE LITERAL tidemark.perf.control",
                        "WRITE LITERAL tidemark.perf.heartbeats",
                        "WRITE LITERAL tidemark.perf.requests",
                        "READ LITERAL tidemark.perf.run-commands",
                        "WRITE LITERAL tidemark.perf.servers",
                        "WRITE LITERAL tidemark.perf.tokens");
    }

    @Test
    void onlyTheServiceWritesResults() {
        Set<String> results = Arrays.stream(Topic.values())
                .filter(topic -> !topic.isInput())
                .map(topic -> topic.in(PERF))
                .collect(Collectors.toSet());
        assertThat(PrincipalKind.SERVICE.rightsIn(PERF).stream()
                        .filter(right -> right.operation() == AclOperation.WRITE)
                        .map(PrincipalKind.Right::name))
                .containsAll(results)
                .doesNotContain(Topic.TOKENS.in(PERF));
    }

    @Test
    void aUserOfSeveralKindsHasTheRightsOfEach() {
        TeamPrincipals principals = new TeamPrincipals(
                PERF, Map.of(PrincipalKind.PRODUCER, Set.of("ana", "ci"), PrincipalKind.READER, Set.of("ana")));
        ClusterAccess there = with(ClusterAccess.NOTHING, access(principals).missing(ClusterAccess.NOTHING));

        assertThat(principals.all()).containsExactly("ana", "ci");
        assertThat(there.principals(PERF))
                .containsEntry("ana", List.of(PrincipalKind.PRODUCER, PrincipalKind.READER))
                .containsEntry("ci", List.of(PrincipalKind.PRODUCER));
        assertThat(there.foreignRules(PERF)).isEmpty();
    }

    @Test
    void quotasThatAnOperatorSetStayUnlessOthersAreAskedFor() {
        Map<String, Double> set = Map.of("producer_byte_rate", 5.0);

        assertThat(AS_IT_IS.over(set))
                .isEqualTo(Map.of(
                        "producer_byte_rate", 5.0, "consumer_byte_rate", 41_943_040.0, "request_percentage", 100.0));
        assertThat(new UserQuota(OptionalLong.of(7), OptionalLong.empty(), OptionalLong.of(50)).over(set))
                .containsEntry("producer_byte_rate", 7.0)
                .containsEntry("request_percentage", 50.0);
    }

    @Test
    void whoWorksForAnotherTeamKeepsPasswordAndQuota() {
        Team rag = new Team("rag");
        ClusterAccess there = ClusterAccess.NOTHING;
        for (Team team : List.of(PERF, rag)) {
            there = with(
                    there,
                    access(new TeamPrincipals(team, Map.of(PrincipalKind.READER, Set.of("ana"))))
                            .missing(there));
        }

        ClusterAccess after = with(there, there.removal(PERF));

        assertThat(after.principals(PERF)).isEmpty();
        assertThat(after.principals(rag)).containsOnlyKeys("ana");
        assertThat(after.scramUsers()).containsExactly("ana");
        assertThat(after.quotas()).containsOnlyKeys("ana");
        assertThat(after.topics()).hasSize(26);
        assertThat(with(after, after.removal(rag, "ana")).scramUsers()).isEmpty();
    }

    @Test
    void removalOfTopicsTakesThoseOfTheStreamsApplicationAndOfNoOtherTeam() {
        ClusterAccess there = new ClusterAccess(
                Set.of(
                        "tidemark.a.tokens",
                        "tidemark.a.audit",
                        "tidemark.a.streams-x-changelog",
                        "tidemark.a-b.tokens",
                        "tidemark.ab.tokens"),
                Set.of(),
                Map.of(),
                Set.of());
        assertThat(there.removalOfTopics(new Team("a")))
                .containsExactly(
                        new OfTopic(Effect.REMOVED, "tidemark.a.streams-x-changelog"),
                        new OfTopic(Effect.REMOVED, "tidemark.a.tokens"));
        assertThat(there.teams()).extracting(Team::name).containsExactly("a", "a-b", "ab");
    }

    @Test
    void aRightOnTheClusterIsForeign() {
        AclBinding alter = new AclBinding(
                new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL),
                new AccessControlEntry("User:perf-service", "*", AclOperation.ALTER, AclPermissionType.ALLOW));
        ClusterAccess there = new ClusterAccess(Set.of(), Set.of(alter), Map.of(), Set.of());
        assertThat(there.foreignRules(PERF)).containsExactly(alter);
    }

    @Test
    void aRuleOfAWiderPrefixIsForeign() {
        AclBinding wide = AclRule.readOfEverything("curious");
        ClusterAccess there = new ClusterAccess(Set.of(), Set.of(wide), Map.of(), Set.of());
        assertThat(there.foreignRules(PERF)).containsExactly(wide);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ana", "a'b", "a\"b", "*", "a\nb", "a\\b"})
    void aNameThatWouldBreakAFileOrACommandIsRefused(String name) {
        assertThatThrownBy(() -> new TeamPrincipals(PERF, Map.of(PrincipalKind.READER, Set.of(name))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the name of a principal must have");
    }

    @Test
    void aTeamWithoutPrincipalsIsRefused() {
        assertThatThrownBy(() -> new TeamPrincipals(PERF, Map.of()))
                .hasMessage("a team must have at least one principal but perf has none");
    }
}
