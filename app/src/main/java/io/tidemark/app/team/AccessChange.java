package io.tidemark.app.team;

import io.tidemark.cluster.registry.access.SubjectRight;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclBinding;

/** One thing that is made on a cluster or taken away. */
public sealed interface AccessChange {
    /** What becomes of it. */
    enum Effect {
        MADE,
        REMOVED
    }

    Effect effect();

    /** In a word: {@code topic}, {@code user}, {@code acl}, {@code quota}, {@code right}. */
    String thing();

    /** Which one, for people. */
    String name();

    /** A topic of a team with its schema, or without it and with all that is in it. */
    record OfTopic(Effect effect, String topic) implements AccessChange {
        @Override
        public String thing() {
            return "topic";
        }

        @Override
        public String name() {
            return topic;
        }
    }

    /** A user with a new password, or the password of one. */
    record OfScramUser(Effect effect, String user) implements AccessChange {
        @Override
        public String thing() {
            return "user";
        }

        @Override
        public String name() {
            return user + " with SCRAM-SHA-512";
        }
    }

    /** A user of the registry with a new password, or the password of one. */
    record OfRegistryUser(Effect effect, String user) implements AccessChange {
        @Override
        public String thing() {
            return "user";
        }

        @Override
        public String name() {
            return user + " of the registry";
        }
    }

    /** A right in the registry. */
    record OfSubjectRight(Effect effect, String user, SubjectRight right) implements AccessChange {
        @Override
        public String thing() {
            return "right";
        }

        @Override
        public String name() {
            return user + " " + right;
        }
    }

    /** A rule of the authorizer. */
    record OfRule(Effect effect, AclBinding rule) implements AccessChange {
        @Override
        public String thing() {
            return "acl";
        }

        @Override
        public String name() {
            return description(rule);
        }
    }

    /** @param quotas all of the user, by Kafka's names */
    record OfQuota(Effect effect, String user, Map<String, Double> quotas) implements AccessChange {
        @Override
        public String thing() {
            return "quota";
        }

        @Override
        public String name() {
            return user + " " + settings();
        }

        /** As {@code kafka-configs.sh} takes them. */
        String settings() {
            return quotas.entrySet().stream()
                    .map(quota -> String.format(Locale.ROOT, "%s=%.0f", quota.getKey(), quota.getValue()))
                    .sorted()
                    .collect(Collectors.joining(","));
        }
    }

    /** {@code User:perf-reader ALLOW READ on LITERAL TOPIC tidemark.perf.steps}. */
    static String description(AclBinding rule) {
        return rule.entry().principal() + " " + rule.entry().permissionType() + " "
                + rule.entry().operation() + " on " + rule.pattern().patternType() + " "
                + rule.pattern().resourceType() + " " + rule.pattern().name();
    }
}
