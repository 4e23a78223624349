package io.tidemark.producer.plan.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.yaml.YamlNode;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import io.tidemark.schemas.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/** What identifies a plan and its workload: the same digests mean the same load, whatever the comments say. */
record PlanDigest(String json, String planHash, String workloadHash) {
    static PlanDigest of(Mapping tree, WorkloadPlan workload) {
        String json = json(tree).toString();
        MessageDigest digest = Sha256.digest();
        Entry section = tree.entries().get("workload");
        digest.update((section == null ? "" : json(section.value()).toString()).getBytes(StandardCharsets.UTF_8));
        workload.files().forEach(file -> add(file, digest));
        return new PlanDigest(json, Sha256.hex(json), HexFormat.of().formatHex(digest.digest()));
    }

    static JsonNode json(YamlNode node) {
        JsonNodeFactory factory = JsonNodeFactory.instance;
        if (node instanceof Mapping mapping) {
            ObjectNode object = factory.objectNode();
            mapping.entries().forEach((key, entry) -> object.set(key, json(entry.value())));
            return object;
        }
        if (node instanceof Sequence sequence) {
            return factory.arrayNode()
                    .addAll(sequence.items().stream().map(PlanDigest::json).toList());
        }
        return node instanceof Scalar scalar ? factory.textNode(scalar.text()) : factory.nullNode();
    }

    /** Piece by piece: a data set may have hundreds of megabytes. */
    private static void add(Path file, MessageDigest digest) {
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the workload's file " + file, e);
        }
    }
}
