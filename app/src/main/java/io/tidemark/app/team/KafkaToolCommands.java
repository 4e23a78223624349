package io.tidemark.app.team;

import io.tidemark.app.team.AccessChange.Effect;
import io.tidemark.app.team.AccessChange.OfQuota;
import io.tidemark.app.team.AccessChange.OfRule;
import io.tidemark.app.team.AccessChange.OfScramUser;
import io.tidemark.app.team.AccessChange.OfTopic;
import io.tidemark.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.resource.PatternType;

/**
 * All of a team as a shell script of Kafka's own tools, for administrators who do not run Tidemark. It asks nothing of a cluster, and each
 * command may be run again. Passwords come from the environment, so they stand in no file.
 *
 * @param partitions of each topic
 * @param replication copies of each partition; empty for what the brokers' settings say
 */
public record KafkaToolCommands(TeamAccess access, int partitions, Optional<Short> replication) {
    private static final String WHERE = " --bootstrap-server \"$BOOTSTRAP\" --command-config \"$ADMIN_CONFIG\"";

    /** The lines of the script. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(
                "#!/usr/bin/env bash",
                "# Team " + access.team() + ": topics, users, ACLs and quotas. Schemas are registered by"
                        + " \"tidemark admin topics create\".",
                "# BOOTSTRAP is host:port of a broker; ADMIN_CONFIG is a file with the client properties of an administrator.",
                "# Topics have " + copies() + ".",
                "set -euo pipefail",
                ": \"${BOOTSTRAP:?}\" \"${ADMIN_CONFIG:?}\""));
        for (AccessChange change : access.missing(ClusterAccess.NOTHING)) {
            lines.add(command(change));
        }
        return lines;
    }

    private String copies() {
        return replication
                .map(copies -> copies + " copies of each partition")
                .orElse("as many copies of each partition as the brokers' default.replication.factor says");
    }

    private String command(AccessChange change) {
        if (change.effect() != Effect.MADE) {
            throw new IllegalArgumentException(change + " makes nothing");
        }
        if (change instanceof OfTopic topic) {
            return topic(Topic.locate(topic.topic()).orElseThrow().topic());
        }
        if (change instanceof OfRule rule) {
            return rule(rule.rule());
        }
        if (change instanceof OfQuota quota) {
            return config(quota.user()) + quote(quota.settings());
        }
        OfScramUser made = (OfScramUser) change;
        return config(made.user()) + "\"SCRAM-SHA-512=[iterations=" + AccessAdmin.ITERATIONS + ",password=${"
                + passwordVariable(made.user()) + ":?}]\"";
    }

    private String topic(Topic topic) {
        String config = new TreeMap<>(topic.config())
                .entrySet().stream()
                        .map(setting -> " --config " + setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining());
        return "kafka-topics.sh" + WHERE + " --create --if-not-exists --topic " + topic.in(access.team())
                + " --partitions " + partitions
                + replication.map(copies -> " --replication-factor " + copies).orElse("") + config;
    }

    private static String rule(AclBinding rule) {
        String option =
                rule.pattern().resourceType().name().toLowerCase(Locale.ROOT).replace('_', '-');
        String match = rule.pattern().patternType() == PatternType.PREFIXED ? "prefixed" : "literal";
        return "kafka-acls.sh" + WHERE + " --add --allow-principal "
                + quote(rule.entry().principal()) + " --operation "
                + operation(rule.entry().operation().name()) + " --resource-pattern-type " + match + " --" + option
                + " "
                + rule.pattern().name();
    }

    /** {@code READ} is {@code Read} to Kafka's tools. */
    static String operation(String name) {
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    private static String config(String user) {
        return "kafka-configs.sh" + WHERE + " --alter --entity-type users --entity-name " + quote(user)
                + " --add-config ";
    }

    private static String passwordVariable(String user) {
        return "PASSWORD_" + user.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    /** Names of principals hold no single quote. */
    private static String quote(String text) {
        return "'" + text + "'";
    }
}
