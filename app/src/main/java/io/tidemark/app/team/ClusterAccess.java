package io.tidemark.app.team;

import io.tidemark.app.team.AccessChange.Effect;
import io.tidemark.app.team.AccessChange.OfQuota;
import io.tidemark.app.team.AccessChange.OfRule;
import io.tidemark.app.team.AccessChange.OfScramUser;
import io.tidemark.app.team.AccessChange.OfTopic;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.resource.PatternType;

/**
 * What a cluster has, as an administrator sees it.
 *
 * @param topics all names
 * @param rules all of its authorizer
 * @param quotas of users, by user and Kafka's name of the quota
 * @param scramUsers users with a SCRAM-SHA-512 password
 */
public record ClusterAccess(
        Set<String> topics, Set<AclBinding> rules, Map<String, Map<String, Double>> quotas, Set<String> scramUsers) {
    /** A cluster as it is before any access was configured. */
    static final ClusterAccess NOTHING = new ClusterAccess(Set.of(), Set.of(), Map.of(), Set.of());

    public ClusterAccess {
        topics = Set.copyOf(topics);
        rules = Set.copyOf(rules);
        quotas = Map.copyOf(quotas);
        scramUsers = Set.copyOf(scramUsers);
    }

    /** Every team that has a topic or a rule, in alphabetical order. */
    public Set<Team> teams() {
        return Stream.concat(
                        topics.stream(),
                        rules.stream().map(rule -> rule.pattern().name()))
                .flatMap(name -> Team.owner(name).stream())
                .collect(Collectors.toCollection(() -> new TreeSet<>(Comparator.comparing(Team::name))));
    }

    /** Users by the kinds whose rules they have whole. */
    public Map<String, List<PrincipalKind>> principals(Team team) {
        Map<String, List<PrincipalKind>> found = new TreeMap<>();
        for (String user : usersNamedIn(rules(team))) {
            List<PrincipalKind> kinds = new ArrayList<>();
            for (PrincipalKind kind : PrincipalKind.values()) {
                if (rules.containsAll(TeamPrincipals.rules(team, kind, user))) {
                    kinds.add(kind);
                }
            }
            found.put(user, kinds);
        }
        return found;
    }

    /** Rules on what is a team's alone. */
    public Set<AclBinding> rules(Team team) {
        return rules.stream()
                .filter(rule -> rule.pattern().name().startsWith(team.prefix()))
                .collect(Collectors.toSet());
    }

    /** Rules that give access to a team's resources and belong to no kind of principal: of other patterns, users or operations. */
    public Set<AclBinding> foreignRules(Team team) {
        Set<AclBinding> expected = principals(team).entrySet().stream()
                .flatMap(user -> user.getValue().stream()
                        .flatMap(kind -> TeamPrincipals.rules(team, kind, user.getKey()).stream()))
                .collect(Collectors.toSet());
        return rules.stream()
                .filter(rule -> reaches(rule, team))
                .filter(rule -> !expected.contains(rule))
                .collect(Collectors.toSet());
    }

    private static boolean reaches(AclBinding rule, Team team) {
        String name = rule.pattern().name();
        String prefix = team.prefix();
        return switch (rule.pattern().resourceType()) {
            case TOPIC, GROUP, TRANSACTIONAL_ID ->
                name.startsWith(prefix)
                        || name.equals("*")
                        || (rule.pattern().patternType() == PatternType.PREFIXED && prefix.startsWith(name));
            case CLUSTER ->
                switch (rule.entry().operation()) {
                    case ALL, ALTER, CLUSTER_ACTION, ALTER_CONFIGS -> true;
                    default -> false;
                };
            default -> false;
        };
    }

    /** What takes a team's rules away, and of users that have no other rule their quotas and passwords. Topics are kept. */
    public List<AccessChange> removal(Team team) {
        return removal(rules(team));
    }

    /** All topics of a team, those of its Streams application too. */
    public List<String> topics(Team team) {
        return topics.stream()
                .filter(topic -> topic.startsWith(team.prefix()))
                .sorted()
                .toList();
    }

    /** What takes a team's topics away, with all that is in them; but its audit, which is kept for its time. */
    public List<AccessChange> removalOfTopics(Team team) {
        return topics(team).stream()
                .filter(topic -> !topic.equals(Topic.AUDIT.in(team)))
                .<AccessChange>map(topic -> new OfTopic(Effect.REMOVED, topic))
                .toList();
    }

    /** As {@link #removal(Team)}, of one user of the team. */
    public List<AccessChange> removal(Team team, String user) {
        return removal(rules(team).stream()
                .filter(rule -> rule.entry().principal().equals(TeamPrincipals.USER + user))
                .collect(Collectors.toSet()));
    }

    private List<AccessChange> removal(Set<AclBinding> gone) {
        List<AccessChange> changes = new ArrayList<>();
        gone.stream().sorted(TeamAccess.BY_PRINCIPAL).forEach(rule -> changes.add(new OfRule(Effect.REMOVED, rule)));
        Set<String> others =
                usersNamedIn(rules.stream().filter(rule -> !gone.contains(rule)).collect(Collectors.toSet()));
        usersNamedIn(gone).stream().filter(user -> !others.contains(user)).forEach(user -> {
            Optional.ofNullable(quotas.get(user)).ifPresent(set -> changes.add(new OfQuota(Effect.REMOVED, user, set)));
            if (scramUsers.contains(user)) {
                changes.add(new OfScramUser(Effect.REMOVED, user));
            }
        });
        return changes;
    }

    private static Set<String> usersNamedIn(Set<AclBinding> rules) {
        return rules.stream()
                .map(rule -> rule.entry().principal())
                .filter(principal -> principal.startsWith(TeamPrincipals.USER))
                .map(principal -> principal.substring(TeamPrincipals.USER.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
