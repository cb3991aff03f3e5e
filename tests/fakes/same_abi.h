// Are two function types the same to the calling convention? Handles and structures that we declare
// as opaque count as pointers, enums as integers of their size. Checked while compiling; a
// difference names both types.
#pragma once
#include <type_traits>

namespace detshim::abi_check {

template <class T, class = void>
struct Plain {
  using Type = T;
};
template <class T>
struct Plain<T*, void> {
  using Type = const void*;
};
template <class T>
struct Plain<T, std::enable_if_t<std::is_enum_v<T>>> {
  using Type = int;
  static_assert(sizeof(T) == sizeof(int));
};
// Structures by value (dim3) and integers: size and kind decide.
template <class T>
struct Shape {
  static constexpr int kKind = std::is_integral_v<T>         ? 0
                               : std::is_floating_point_v<T> ? 1
                               : std::is_class_v<T>          ? 2
                                                             : 3;
  static constexpr unsigned long kSize = [] {
    if constexpr (std::is_void_v<T>)
      return 0ul;
    else
      return sizeof(T);
  }();
};
template <class A, class B>
inline constexpr bool kSame =
    Shape<typename Plain<A>::Type>::kKind ==
    Shape<typename Plain<B>::Type>::kKind&& Shape<typename Plain<A>::Type>::kSize ==
    Shape<typename Plain<B>::Type>::kSize;

template <class Ours, class Theirs>
struct Same : std::false_type {};
template <class R, class... A, class S, class... B>
requires(sizeof...(A) == sizeof...(B)) struct Same<R(A...), S(B...)>
    : std::bool_constant<kSame<R, S> && (kSame<A, B> && ...)> {
};

template <class F>
struct Function {
  using Type = F;
};
template <class R, class... A>
struct Function<R(A...) noexcept> {
  using Type = R(A...);
};

}  // namespace detshim::abi_check

#define SAME_ABI(Ours, name, ...)                                                             \
  static_assert(                                                                              \
      detshim::abi_check::Same<Ours, detshim::abi_check::Function<__VA_ARGS__>::Type>::value, \
      name " differs from the vendor's header");
