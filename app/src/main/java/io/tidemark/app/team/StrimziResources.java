package io.tidemark.app.team;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.schemas.Topic;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * All of a team as resources of Strimzi, whose operators make topics, users, rules and quotas of them: one KafkaTopic per topic and one KafkaUser
 * per principal, of the API {@code kafka.strimzi.io/v1} (Strimzi 0.49 and later). It asks nothing of a cluster. Passwords and certificates are made
 * by the operator, in a Secret of the user's name.
 *
 * @param cluster name of the resource Kafka
 * @param partitions of each topic
 * @param replicas copies of each partition; empty for what the brokers' settings say
 */
public record StrimziResources(String cluster, TeamAccess access, int partitions, Optional<Short> replicas) {
    private static final String API = "kafka.strimzi.io/v1";
    /** As Kubernetes allows names of resources. */
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");
    /** A certificate's common name is no longer; Strimzi refuses longer ones. */
    private static final int LONGEST_COMMON_NAME = 64;

    private static final int LONGEST_NAME = 253;
    private static final ObjectWriter YAML = YAMLMapper.builder()
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build()
            .writer();

    /** @throws IllegalArgumentException if the cluster cannot be called so */
    public StrimziResources {
        requireName("the Kafka resource", cluster, LONGEST_NAME);
    }

    /**
     * The lines of a file with one document per resource.
     *
     * @throws IllegalArgumentException if a topic or a principal cannot be a resource by its name
     */
    public List<String> lines() {
        Stream<Map<String, Object>> topics = Arrays.stream(Topic.values()).map(this::topic);
        Stream<Map<String, Object>> users = access.principals().all().stream().map(this::user);
        List<String> lines = new ArrayList<>(List.of(
                "# Team " + access.team() + ": topics, users, ACLs and quotas, for the namespace of the Kafka cluster "
                        + cluster + ".",
                "# Schemas are registered by \"tidemark admin topics create\"."));
        Stream.concat(topics, users).forEach(resource -> lines.addAll(document(resource)));
        return lines;
    }

    private Map<String, Object> topic(Topic topic) {
        String name = topic.in(access.team());
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("partitions", partitions);
        replicas.ifPresent(copies -> spec.put("replicas", copies));
        spec.put("config", new TreeMap<>(topic.config()));
        return resource("KafkaTopic", requireName("a KafkaTopic", name, LONGEST_NAME), spec);
    }

    private Map<String, Object> user(String principal) {
        Map<String, Object> spec = new LinkedHashMap<>();
        authentication().ifPresent(type -> spec.put("authentication", Map.of("type", type)));
        Map<String, Object> authorization = new LinkedHashMap<>();
        authorization.put("type", "simple");
        authorization.put("acls", rules(principal));
        spec.put("authorization", authorization);
        spec.put("quotas", quotas());
        return resource("KafkaUser", userName(principal), spec);
    }

    /** Of a token, whose issuer knows the user, Strimzi makes no credentials. */
    private Optional<String> authentication() {
        return switch (access.authentication()) {
            case SCRAM -> Optional.of("scram-sha-512");
            case MTLS -> Optional.of("tls");
            case OAUTH -> Optional.empty();
        };
    }

    /** Strimzi makes the principal of the resource's name: with certificates {@code CN=} and it. */
    private String userName(String principal) {
        String begin = access.authentication() == Authentication.MTLS ? "CN=" : "";
        if (!principal.startsWith(begin)) {
            throw new IllegalArgumentException(
                    "with mtls the name of a principal must begin with CN=, as Strimzi's certificates have it, but was "
                            + principal);
        }
        return requireName("a KafkaUser", principal.substring(begin.length()), LONGEST_COMMON_NAME);
    }

    /** All operations on one resource are one rule. */
    private List<Map<String, Object>> rules(String principal) {
        Map<ResourcePattern, List<String>> operations = access.principals().rules().stream()
                .filter(rule -> rule.entry().principal().equals(TeamPrincipals.USER + principal))
                .sorted(TeamAccess.BY_PRINCIPAL)
                .collect(Collectors.groupingBy(
                        AclBinding::pattern,
                        LinkedHashMap::new,
                        Collectors.mapping(
                                rule -> KafkaToolCommands.operation(
                                        rule.entry().operation().name()),
                                Collectors.toList())));
        return operations.entrySet().stream()
                .map(rule -> {
                    Map<String, Object> acl = new LinkedHashMap<>();
                    acl.put("resource", resource(rule.getKey()));
                    acl.put("operations", rule.getValue());
                    return acl;
                })
                .toList();
    }

    private static Map<String, Object> resource(ResourcePattern pattern) {
        Map<String, Object> resource = new LinkedHashMap<>();
        resource.put("type", type(pattern.resourceType()));
        resource.put("name", pattern.name());
        resource.put("patternType", pattern.patternType() == PatternType.PREFIXED ? "prefix" : "literal");
        return resource;
    }

    private static String type(ResourceType type) {
        return switch (type) {
            case TOPIC -> "topic";
            case GROUP -> "group";
            case TRANSACTIONAL_ID -> "transactionalId";
            default -> throw new IllegalArgumentException("a team has no rule on a resource of type " + type);
        };
    }

    private Map<String, Object> quotas() {
        Map<String, Double> wanted = access.quota().over(Map.of());
        Map<String, Object> quotas = new LinkedHashMap<>();
        quotas.put("producerByteRate", whole(wanted, UserQuota.PRODUCE));
        quotas.put("consumerByteRate", whole(wanted, UserQuota.FETCH));
        quotas.put("requestPercentage", whole(wanted, UserQuota.REQUEST));
        return quotas;
    }

    /** Strimzi takes whole numbers of 32 bits. */
    private static int whole(Map<String, Double> quotas, String name) {
        double value = quotas.getOrDefault(name, 0.0);
        if (value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    name + " of a KafkaUser must be at most " + Integer.MAX_VALUE + " but was " + (long) value);
        }
        return (int) value;
    }

    private Map<String, Object> resource(String kind, String name, Map<String, Object> spec) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        metadata.put("labels", Map.of("strimzi.io/cluster", cluster));
        Map<String, Object> resource = new LinkedHashMap<>();
        resource.put("apiVersion", API);
        resource.put("kind", kind);
        resource.put("metadata", metadata);
        resource.put("spec", spec);
        return resource;
    }

    private static List<String> document(Map<String, Object> resource) {
        try {
            return YAML.writeValueAsString(resource).lines().toList();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String requireName(String what, String name, int longest) {
        if (name.length() > longest || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of " + what + " must have 1 to " + longest
                    + " lower-case letters, digits, - and ., and begin and end with a letter or digit, but was "
                    + name);
        }
        return name;
    }
}
