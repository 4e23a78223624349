package io.tidemark.console.view;

/** Why a request was refused (RFC 9457). */
public record ProblemView(String type, String title, int status, String detail) {}
