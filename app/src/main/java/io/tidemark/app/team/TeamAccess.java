package io.tidemark.app.team;

import io.tidemark.app.team.AccessChange.Effect;
import io.tidemark.app.team.AccessChange.OfQuota;
import io.tidemark.app.team.AccessChange.OfRule;
import io.tidemark.app.team.AccessChange.OfScramUser;
import io.tidemark.app.team.AccessChange.OfTopic;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.acl.AclBinding;

/**
 * All that a team is to have on a cluster: topics, users with credentials, rules and quotas.
 *
 * @param quota of each principal
 */
public record TeamAccess(TeamPrincipals principals, Authentication authentication, UserQuota quota) {
    /** By resource and name, so that the same team always gives the same list. */
    static final Comparator<AclBinding> BY_PRINCIPAL = Comparator.<AclBinding, String>comparing(
                    rule -> rule.entry().principal())
            .thenComparing(rule -> rule.pattern().resourceType())
            .thenComparing(rule -> rule.pattern().name())
            .thenComparing(rule -> rule.pattern().patternType())
            .thenComparing(rule -> rule.entry().operation());

    public Team team() {
        return principals.team();
    }

    /** What the cluster lacks, in the order in which it is made. Empty if a cluster has all of it. */
    public List<AccessChange> missing(ClusterAccess there) {
        List<AccessChange> changes = new ArrayList<>();
        Arrays.stream(Topic.values())
                .map(topic -> topic.in(team()))
                .filter(name -> !there.topics().contains(name))
                .forEach(name -> changes.add(new OfTopic(Effect.MADE, name)));
        if (authentication == Authentication.SCRAM) {
            principals.all().stream()
                    .filter(user -> !there.scramUsers().contains(user))
                    .forEach(user -> changes.add(new OfScramUser(Effect.MADE, user)));
        }
        principals.rules().stream()
                .filter(rule -> !there.rules().contains(rule))
                .sorted(BY_PRINCIPAL)
                .forEach(rule -> changes.add(new OfRule(Effect.MADE, rule)));
        for (String user : principals.all()) {
            Map<String, Double> now = there.quotas().getOrDefault(user, Map.of());
            Map<String, Double> wanted = quota.over(now);
            if (!wanted.equals(now)) {
                changes.add(new OfQuota(Effect.MADE, user, wanted));
            }
        }
        return changes;
    }

    /** How many things it consists of. */
    public int size() {
        return missing(ClusterAccess.NOTHING).size();
    }
}
