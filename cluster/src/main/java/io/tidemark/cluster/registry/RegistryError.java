package io.tidemark.cluster.registry;

import com.google.common.base.Ascii;
import java.time.Duration;

/**
 * A refusal with the code and the words of Confluent's registry, which clients match on (docs.confluent.io, Schema Registry API,
 * "Errors").
 */
public final class RegistryError extends RuntimeException {
    private static final long serialVersionUID = 1L;
    /** Codes of five digits are an HTTP status followed by two digits. */
    private static final int SUB_CODES = 100;

    private static final int PLAIN_STATUS_LIMIT = 1000;

    /** Characters: a reason quotes the schema. */
    static final int LONGEST_REASON = 1_000;

    private final int code;

    private RegistryError(int code, String message) {
        super(message);
        this.code = code;
    }

    public int code() {
        return code;
    }

    public int httpStatus() {
        return code < PLAIN_STATUS_LIMIT ? code : code / SUB_CODES;
    }

    public static RegistryError noSuchPath(String path) {
        return new RegistryError(404, "HTTP 404 Not Found: " + path);
    }

    public static RegistryError noSuchMethod(String method, String path) {
        return new RegistryError(405, "HTTP 405 Method Not Allowed: " + method + " " + path);
    }

    public static RegistryError tooLarge(int limitBytes) {
        return new RegistryError(413, "The request body must be at most " + limitBytes + " bytes");
    }

    public static RegistryError badRequest(String why) {
        return new RegistryError(400, why);
    }

    public static RegistryError unauthorized() {
        return new RegistryError(401, "Unauthorized");
    }

    public static RegistryError denied(String user, String operation, String subject) {
        return new RegistryError(
                40301, "User " + user + " is denied operation " + operation + " on Subject: " + subject);
    }

    public static RegistryError tooManyLogins(int mostOfAddress, int most) {
        return new RegistryError(
                429, "Too many logins are being checked: at most " + mostOfAddress + " of one address, and " + most);
    }

    public static RegistryError tooManyRequests(String user, String limit) {
        return new RegistryError(42901, "User " + user + " is over its limit of " + limit);
    }

    public static RegistryError tooManyChecks(int mostOfUser, int most) {
        return new RegistryError(
                42901, "Too many checks of schemas are waiting: at most " + mostOfUser + " of one user, and " + most);
    }

    public static RegistryError tooManyBodies(int mostBytesOfUser, int mostBytes) {
        return new RegistryError(
                42901,
                "Too many requests are not answered yet: their bodies must have at most " + mostBytesOfUser
                        + " bytes of one user, and " + mostBytes);
    }

    public static RegistryError tooSlow(Duration limit) {
        return new RegistryError(408, "The request body must be whole within " + limit.toSeconds() + " s");
    }

    static RegistryError subjectNotFound(String subject) {
        return new RegistryError(40401, "Subject '" + subject + "' not found.");
    }

    static RegistryError versionNotFound(String version) {
        return new RegistryError(40402, "Version " + version + " not found.");
    }

    public static RegistryError schemaNotFound() {
        return new RegistryError(40403, "Schema not found");
    }

    public static RegistryError schemaNotFound(int id) {
        return new RegistryError(40403, "Schema " + id + " not found");
    }

    static RegistryError subjectSoftDeleted(String subject) {
        return new RegistryError(
                40404, "Subject '" + subject + "' was soft deleted. Set permanent=true to delete permanently");
    }

    static RegistryError subjectNotSoftDeleted(String subject) {
        return new RegistryError(
                40405, "Subject '" + subject + "' was not deleted first before being permanently deleted");
    }

    static RegistryError versionSoftDeleted(String subject, int version) {
        return new RegistryError(
                40406,
                "Subject '" + subject + "' Version " + version
                        + " was soft deleted. Set permanent=true to delete permanently");
    }

    static RegistryError versionNotSoftDeleted(String subject, int version) {
        return new RegistryError(
                40407,
                "Subject '" + subject + "' Version " + version
                        + " was not deleted first before being permanently deleted");
    }

    public static RegistryError levelNotConfigured(String subject) {
        return new RegistryError(
                40408, "Subject '" + subject + "' does not have subject-level compatibility configured");
    }

    public static RegistryError modeNotConfigured(String subject) {
        return new RegistryError(40409, "Subject '" + subject + "' does not have subject-level mode configured");
    }

    static RegistryError incompatible(String subject, Iterable<String> reasons) {
        return new RegistryError(
                409,
                "Schema being registered is incompatible with an earlier schema for subject \"" + subject
                        + "\", details: [" + String.join(", ", reasons) + "]");
    }

    public static RegistryError invalidSchema(String why) {
        return new RegistryError(42201, "Invalid schema: " + Ascii.truncate(why, LONGEST_REASON, "..."));
    }

    static RegistryError invalidVersion(String version) {
        return new RegistryError(
                42202,
                "The specified version '" + version
                        + "' is not a valid version id. Allowed values are between [1, 2^31-1]"
                        + " and the string \"latest\"");
    }

    public static RegistryError invalidLevel(String level) {
        return new RegistryError(
                42203,
                "Invalid compatibility level '" + level + "'. Valid values are none, backward, forward, full,"
                        + " backward_transitive, forward_transitive, and full_transitive");
    }

    public static RegistryError invalidMode(String mode) {
        return new RegistryError(42204, "Invalid mode '" + mode + "'. The only mode here is READWRITE");
    }

    public static RegistryError notInImportMode(String subject) {
        return new RegistryError(
                42205, "Subject " + subject + " is not in import mode: an id or version cannot be asked for");
    }

    static RegistryError subjectFull(String subject, String limit) {
        return new RegistryError(
                42205,
                "Subject " + subject + " takes no further version: " + limit
                        + ", deleted ones included until they are deleted permanently");
    }

    static RegistryError schemaTooLarge(String rule) {
        return new RegistryError(42209, "Schema too large: " + rule);
    }

    public static RegistryError invalidSubject(String subject) {
        return new RegistryError(42208, "The specified subject '" + subject + "' is not a valid subject.");
    }

    static RegistryError checkTooLong(String subjectVersion, long limitSeconds) {
        return new RegistryError(
                50002,
                "Operation timed out: the compatibility check took over " + limitSeconds + " s before "
                        + subjectVersion);
    }

    public static RegistryError storeUnavailable(String why) {
        return new RegistryError(50001, "Error in the backend data store: " + why);
    }
}
